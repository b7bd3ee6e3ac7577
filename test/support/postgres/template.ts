import pg from 'pg';
import { loadSettings } from '../../../src/base/config/load-settings.js';
import { migrate } from '../../../src/database/opening/migrate.js';
import { migrateQueue } from '../../../src/queue/graphile.js';
import { databasePrefix } from './test-server.js';

const TEMPLATE_LOCK = 7_206;

/**
 * Name of the migrated, empty database that suites copy; created once in a run. A template without connections is finished; one
 * that allows connections was left unfinished by a killed worker.
 */
export async function templateDatabase(serverUrl: string): Promise<string> {
  const name = `${databasePrefix()}template`;
  await withClient(serverUrl, async (admin) => {
    await admin.query('SELECT pg_advisory_lock($1, hashtext($2))', [TEMPLATE_LOCK, name]);
    const { rows } = await admin.query<{ open: boolean }>(
      'SELECT datallowconn AS open FROM pg_database WHERE datname = $1',
      [name],
    );
    if (rows[0]?.open === false) return;
    await admin.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    await admin.query(`CREATE DATABASE ${name} TEMPLATE template0`);
    await migrate(loadSettings({}), databaseUrl(serverUrl, name), { libraries: [migrateQueue], log: () => {} });
    await admin.query(`ALTER DATABASE ${name} WITH ALLOW_CONNECTIONS false`);
  });
  return name;
}

export function databaseUrl(serverUrl: string, name: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}

export async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, application_name: 'graphward-test' });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
