import pg from 'pg';
import { DataSource, type MixedList } from 'typeorm';
import type { Settings } from '../../base/config/settings.js';
import { ignoreConnectionLoss } from '../servers/connect.js';
import { Database } from '../database.js';
import { migrations } from '../migrations/migrations.js';
import { CancellableClient, SequentialClient, StatementCanceller } from '../servers/pg-clients.js';
import { probeMs, Replica } from '../replicas/replica.js';
import { Replicas } from '../replicas/replicas.js';
import { RoutedPool } from '../replicas/routed-pool.js';
import { serverList } from '../servers/server-list.js';
import { SnakeCase } from '../sql/snake-case.js';

interface ConnectionTarget {
  readonly url: string;
  readonly entities: MixedList<Function>;
  /** All by default. */
  readonly migrations?: readonly Function[];
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
  readonly replicas: Replicas;

  constructor(settings: Settings, target: ConnectionTarget) {
    const pool = new RoutedPool({ ...poolConfig(settings, target), perPrincipal: settings.questionsPerPrincipal });
    super({
      type: 'postgres',
      // The pool connects; TypeORM reads the name of the database only.
      url: serverList(target.url).urls[0],
      driver: {
        Pool: function sharedPool() {
          return pool;
        },
      },
      entities: target.entities,
      namingStrategy: new SnakeCase(),
      migrations: [...(target.migrations ?? migrations)],
      migrationsTableName: 'migration',
      synchronize: false,
      installExtensions: false,
      logging: false,
    });
    this.database = new Database(pool);
    this.replicas = replicasOf(settings, target);
  }

  override async destroy(): Promise<void> {
    await Promise.all([super.destroy(), this.replicas.close()]);
  }
}

/** Only requests, and the graph that answers them, read from replicas. */
function replicasOf(settings: Settings, { url, canceller }: ConnectionTarget): Replicas {
  const urls = canceller ? settings.databaseReplicaUrls : [];
  const replicas = urls.map((it) => {
    const client = new pg.Client({ connectionString: it });
    const target = { url: it, entities: [], canceller: new StatementCanceller(it) };
    const pool = ignoreConnectionLoss(
      new pg.Pool({ ...poolConfig(settings, target), connectionTimeoutMillis: probeMs }),
    );
    return new Replica(`${client.host}:${client.port}`, it, pool);
  });
  return new Replicas({ url, replicas, maxLagMs: settings.databaseReplicaMaxLagMs });
}

function poolConfig(
  settings: Settings,
  { url, canceller, applicationName, poolSize }: ConnectionTarget,
): pg.PoolConfig {
  const isLimited = canceller !== undefined && !settings.allowUnlimitedWait;
  const config: pg.PoolConfig = {
    connectionString: url,
    application_name: applicationName ?? 'graphward',
    max: poolSize ?? settings.databasePoolSize,
    connectionTimeoutMillis: 10_000,
    // Compiling a statement takes longer than a request: a list of groups took 2 s with PostgreSQL's default on a busy machine.
    options: '-c timezone=UTC -c datestyle=ISO -c jit=off',
    statement_timeout: isLimited ? settings.statementTimeout * 1000 : 0,
  };
  return Object.assign(config, { Client: canceller ? CancellableClient : SequentialClient, canceller });
}
