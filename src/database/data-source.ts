import pg from 'pg';
import { DataSource, type MixedList } from 'typeorm';
import type { Settings } from '../base/config/settings.js';
import { Database } from './database.js';
import { migrations } from './migrations.js';
import { CancellableClient, SequentialClient, type StatementCanceller } from './pg-clients.js';

export interface ConnectionTarget {
  readonly url: string;
  readonly entities: MixedList<Function>;
  /** Set if the data source serves requests: their statements then have a time limit and are cancelled when the request ends. */
  readonly canceller?: StatementCanceller | undefined;
  /** The name in `pg_stat_activity`. */
  readonly applicationName?: string;
  /** Connections of the pool; DATABASE_POOL_SIZE by default. */
  readonly poolSize?: number;
}

/**
 * A TypeORM data source that shares its connection pool with {@link Database}. TypeORM takes the pool from its `driver` option, which
 * replaces the module pg. The service, the command line and the TypeORM tool (ormconfig.ts) all connect by this class.
 */
export class PooledDataSource extends DataSource {
  readonly database: Database;

  constructor(settings: Settings, target: ConnectionTarget) {
    const pool = createPool(settings, target);
    super({
      type: 'postgres',
      url: target.url,
      driver: {
        Pool: function sharedPool() {
          return pool;
        },
      },
      entities: target.entities,
      migrations,
      migrationsTableName: 'migration',
      migrationsTransactionMode: 'each',
      synchronize: false,
      installExtensions: false,
      logging: false,
    });
    this.database = new Database(pool);
  }
}

function createPool(settings: Settings, { url, canceller, applicationName, poolSize }: ConnectionTarget): pg.Pool {
  const isLimited = canceller !== undefined && !settings.allowUnlimitedWait;
  const config: pg.PoolConfig = {
    connectionString: url,
    application_name: applicationName ?? 'graphward',
    max: poolSize ?? settings.databasePoolSize,
    connectionTimeoutMillis: 10_000,
    options: '-c timezone=UTC -c datestyle=ISO',
    statement_timeout: isLimited ? settings.statementTimeout * 1000 : 0,
  };
  return new pg.Pool(Object.assign(config, { Client: canceller ? CancellableClient : SequentialClient, canceller }));
}
