import type { DataSourceOptions, MixedList } from 'typeorm';
import type { Settings } from '../base/config/settings.js';
import { CancellableClient } from './cancellable-client.js';
import { migrations } from './migrations.js';
import { SequentialClient } from './sequential-client.js';
import type { StatementCanceller } from './statement-canceller.js';

export interface ConnectionTarget {
  readonly url: string;
  readonly entities: MixedList<Function>;
  /** Absent for tools that serve no requests (migrations, command line). */
  readonly canceller?: StatementCanceller;
}

export type PostgresOptions = Extract<DataSourceOptions, { type: 'postgres' }>;

/** The one description of how this product connects, shared by the service, the command line and the TypeORM tool (ormconfig.ts). */
export function dataSourceOptions(settings: Settings, { url, entities, canceller }: ConnectionTarget): PostgresOptions {
  const limited = canceller !== undefined && !settings.allowUnlimitedWait;
  return {
    type: 'postgres',
    url,
    applicationName: 'graphward',
    poolSize: settings.databasePoolSize,
    connectTimeoutMS: 10_000,
    entities,
    migrations,
    migrationsTableName: 'migration',
    migrationsTransactionMode: 'each',
    synchronize: false,
    installExtensions: false,
    logging: false,
    extra: {
      Client: canceller ? CancellableClient : SequentialClient,
      canceller,
      options: '-c timezone=UTC -c datestyle=ISO',
      statement_timeout: limited ? settings.statementTimeout * 1000 : 0,
    },
  };
}
