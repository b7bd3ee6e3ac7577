import { createHmac } from 'node:crypto';
import pg from 'pg';
import { type Cluster } from './cluster.js';
import { SUPERUSER } from './cluster-home.js';
import { urlOf } from './ensure-running.js';

/** The role that the service works as. It owns the database and can neither read files of the server nor run programs there. */
const ROLE = 'graphward_service';

/** Any number that nothing else locks in the database `postgres` of an embedded server. */
const PREPARE_LOCK = 7_206_405;

/**
 * Gives all that the superuser owns in a database to another role. Former versions worked as the superuser, from which PostgreSQL
 * reassigns nothing as a whole. Sequences of columns follow their tables.
 */
const giveAway = `
  DO $$
  DECLARE statement text;
  BEGIN
    FOR statement IN
      SELECT format('ALTER SCHEMA %I OWNER TO ${ROLE}', nspname) FROM pg_namespace
       WHERE nspowner = '${SUPERUSER}'::regrole AND nspname !~ '^pg_' AND nspname <> 'information_schema'
      UNION ALL
      SELECT format('ALTER %s %s OWNER TO ${ROLE}', CASE relkind WHEN 'S' THEN 'SEQUENCE' WHEN 'v' THEN 'VIEW' WHEN 'm' THEN 'MATERIALIZED VIEW' WHEN 'c' THEN 'TYPE' ELSE 'TABLE' END, oid::regclass)
        FROM pg_class c
       WHERE relowner = '${SUPERUSER}'::regrole AND relkind IN ('r', 'p', 'v', 'm', 'S', 'c') AND relnamespace::regnamespace::text !~ '^(pg_|information_schema$)'
         AND NOT EXISTS (SELECT FROM pg_depend WHERE classid = 'pg_class'::regclass AND objid = c.oid AND deptype IN ('a', 'i') AND relkind = 'S')
      UNION ALL
      SELECT format('ALTER ROUTINE %s OWNER TO ${ROLE}', oid::regprocedure) FROM pg_proc
       WHERE proowner = '${SUPERUSER}'::regrole AND pronamespace::regnamespace::text !~ '^(pg_|information_schema$)'
      UNION ALL
      SELECT format('ALTER TYPE %s OWNER TO ${ROLE}', oid::regtype) FROM pg_type
       WHERE typowner = '${SUPERUSER}'::regrole AND typtype IN ('d', 'e', 'r') AND typnamespace::regnamespace::text !~ '^(pg_|information_schema$)'
    LOOP
      EXECUTE statement;
    END LOOP;
    EXECUTE format('ALTER DATABASE %I OWNER TO ${ROLE}', current_database());
  END $$`;

/** Creates the database and the role of the service if they are missing. @returns the URL by which the service connects */
export async function prepareDatabase(cluster: Cluster, port: number, database: string): Promise<string> {
  // This password does not tell the password of the superuser.
  const password = createHmac('sha256', cluster.password).update(ROLE).digest('hex');
  await asSuperuser(urlOf(cluster, port, 'postgres'), async (client) => {
    await client.query('SELECT pg_advisory_lock($1)', [PREPARE_LOCK]);
    const role = await client.query('SELECT FROM pg_roles WHERE rolname = $1', [ROLE]);
    if (role.rowCount === 0) await client.query(`CREATE ROLE ${ROLE} LOGIN PASSWORD ${pg.escapeLiteral(password)}`);
    const found = await client.query<{ owner: string }>(
      'SELECT pg_get_userbyid(datdba) AS owner FROM pg_database WHERE datname = $1',
      [database],
    );
    const [{ owner } = {}] = found.rows;
    if (owner === undefined) await client.query(`CREATE DATABASE ${pg.escapeIdentifier(database)} OWNER ${ROLE}`);
    else if (owner !== ROLE) await asSuperuser(urlOf(cluster, port, database), (own) => own.query(giveAway));
  });
  return `postgres://${ROLE}:${password}@127.0.0.1:${port}/${database}`;
}

async function asSuperuser(url: string, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: url, application_name: 'graphward-prepare' });
  client.on('error', () => {});
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end().catch(() => {});
  }
}
