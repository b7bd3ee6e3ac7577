import type { Settings } from '../../base/config/settings.js';
import { errorMessage } from '../../base/error-message.js';
import { withConnection } from '../../database/servers/connect.js';
import type { Database } from '../../database/database.js';
import { migrationState, otherProgram } from '../../database/opening/migration-state.js';
import { probeMs } from '../../database/replicas/replica.js';
import { identityOf, replayedBytes } from '../../database/replicas/wal-position.js';
import { entities } from '../../entities.js';
import { type DatabaseCheck, fail, ok, type Verdict, warn } from './check.js';

async function version(database: Database): Promise<Verdict> {
  const [row] = await database.query<{ version: string; name: string; size: string }>(
    `SELECT current_setting('server_version') AS version, current_database() AS name,
       pg_size_pretty(pg_database_size(current_database())) AS size`,
  );
  return ok(`PostgreSQL ${row?.version}, database ${row?.name} of ${row?.size}`);
}

async function writes(database: Database): Promise<Verdict> {
  const [row] = await database.query<{ is_standby: boolean; read_only: string; may_create: boolean; may_use: boolean }>(
    `SELECT pg_is_in_recovery() AS is_standby, current_setting('default_transaction_read_only') AS read_only,
       has_database_privilege(current_database(), 'CREATE') AS may_create,
       has_schema_privilege(current_schema(), 'CREATE') AS may_use`,
  );
  if (row?.is_standby)
    return fail('the server is a standby, which accepts no writes', 'connect DATABASE_URL to the primary');
  if (row?.read_only === 'on')
    return fail('the database is read-only', 'ALTER DATABASE … SET default_transaction_read_only = off');
  if (!row?.may_use || !row.may_create)
    return fail(
      'the user of the database may not create tables or the schema graphile_worker',
      'make it the owner of the database, or GRANT CREATE on the database and on the schema public',
    );
  return ok('the user of the database may create tables');
}

/** Connections of one process beside the pool: the queue, files and the analysis. */
const besideThePool = 20;

async function connections(database: Database, { databasePoolSize }: Settings): Promise<Verdict> {
  const [row] = await database.query<{ used: number; most: number }>(
    `SELECT (SELECT count(*)::int FROM pg_stat_activity WHERE backend_type = 'client backend') AS used,
       current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int AS most`,
  );
  const { used = 0, most = 0 } = row ?? {};
  const text = `${used} of ${most} connections are used`;
  const needed = databasePoolSize + besideThePool;
  if (used + needed <= most) return ok(text);
  return warn(
    `${text}; one more process may need ${needed} (DATABASE_POOL_SIZE and ${besideThePool})`,
    'raise max_connections of PostgreSQL, or lower DATABASE_POOL_SIZE',
  );
}

async function migrations(database: Database): Promise<Verdict> {
  const state = await migrationState(database, entities);
  const { applied, pending } = state;
  const other = otherProgram(state);
  if (other !== undefined)
    return fail(other, 'start that program, or restore a backup into an empty database (docs/upgrading.md)');
  if (applied.length === 0) return ok('the database has no tables yet; the first start creates them');
  if (pending.length > 0)
    return warn(
      `${pending.length} have not run: ${pending.join(', ')}`,
      'back up the database; then migrate, or start the service',
    );
  return ok(`${applied.length} have run, none is missing`);
}

/** Signed requests must be from within five minutes; a few seconds mislead in logs. */
const [maxSkew, noticedSkew] = [300_000, 5_000];

async function clock(database: Database): Promise<Verdict> {
  const before = Date.now();
  const [row] = await database.query<{ ms: number }>(
    'SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS ms',
  );
  return clockVerdict((before + Date.now()) / 2 - (row?.ms ?? 0));
}

/** @param skew milliseconds that the clock of this machine is ahead */
export function clockVerdict(skew: number): Verdict {
  const seconds = Math.round(Math.abs(skew) / 1000);
  const text = `this machine is ${seconds} s ${skew > 0 ? 'ahead of' : 'behind'} the database`;
  const fix = 'synchronize both clocks, for example by chrony or systemd-timesyncd';
  if (Math.abs(skew) >= maxSkew)
    return fail(`${text}: signed requests are refused if the callers have the right time`, fix);
  return Math.abs(skew) >= noticedSkew ? warn(text, fix) : ok(text);
}

async function replicas(database: Database, { databaseReplicaUrls: urls }: Settings): Promise<Verdict> {
  if (urls.length === 0) return ok('DATABASE_REPLICA_URLS is empty');
  const { cluster } = await identityOf(database);
  const problems = (await Promise.all(urls.map((url) => replicaProblem(url, cluster)))).filter((it) => it !== null);
  if (problems.length === 0) return ok(`${urls.length} follow this database`);
  return warn(
    `${problems.join('; ')}: reads go to the primary`,
    'correct DATABASE_REPLICA_URLS, or repair the replication (docs/operations.md)',
  );
}

async function replicaProblem(url: string, cluster: string): Promise<string | null> {
  const { host } = new URL(url);
  try {
    return await withConnection(url, { name: 'graphward-doctor', timeoutMs: probeMs }, async (replica) => {
      if ((await identityOf(replica)).cluster !== cluster) return `${host} is a server of another database`;
      return (await replayedBytes(replica)) === null ? `${host} is no streaming replica` : null;
    });
  } catch (error) {
    return `${host}: ${errorMessage(error)}`;
  }
}

/** Checks of the database server. */
export const serverChecks: readonly DatabaseCheck[] = [
  { name: 'version', run: version },
  { name: 'writes', run: writes },
  { name: 'connections', run: connections },
  { name: 'clock', run: clock },
  { name: 'replicas', run: replicas },
  { name: 'migrations', run: migrations },
];
