import { readFile } from 'node:fs/promises';
import pg from 'pg';
import { errorMessage } from '../../src/base/error-message.js';
import { loadSettings } from '../../src/base/config/load-settings.js';
import { openDatabase } from '../../src/database/opening/open-database.js';
import { entities } from '../../src/entities.js';
import { migrateQueue } from '../../src/queue/graphile.js';

/** Of the process, which npm starts in the folder of the project. */
const page = 'docs/scaling.md';

/**
 * Makes the tables in an empty database and distributes them by the statements of docs/scaling.md.
 * @param workers `host:port`; none: the coordinator knows its workers
 * @throws Error if the database has tables, or Citus or its workers are missing
 */
export async function layOut(url: string, workers: readonly string[]): Promise<void> {
  const settings = loadSettings({ DATABASE_URL: url });
  await connected(url, async (coordinator) => {
    const { rows } = await coordinator.query("SELECT FROM pg_class WHERE oid = to_regclass('node')");
    if (rows.length > 0) throw new Error('the database has tables of Graphward; the check needs an empty one');
    await addNodes(coordinator, url, workers);
  });
  await (await openDatabase(settings, { entities, libraries: [migrateQueue], log: () => {} })).close();
  const text = await readFile(page, 'utf8');
  const statements = text.match(/^SELECT (?:create|truncate)_.*;$/gm) ?? [];
  if (statements.length === 0) throw new Error(`${page} has no statement that distributes a table`);
  await connected(url, async (coordinator) => {
    for (const statement of statements) await coordinator.query(statement);
  });
}

async function addNodes(coordinator: pg.Client, url: string, workers: readonly string[]): Promise<void> {
  await addExtension(coordinator, 'the coordinator');
  const { rows: own } = await coordinator.query('SELECT FROM pg_dist_node WHERE groupid = 0');
  const { hostname, port } = new URL(url);
  if (own.length === 0) await coordinator.query('SELECT citus_set_coordinator_host($1, $2)', [hostname, port || 5432]);
  for (const worker of workers) {
    const place = new URL(url);
    place.host = worker;
    await connected(place.href, (client) => addExtension(client, worker));
    await coordinator.query('SELECT citus_add_node($1, $2)', [place.hostname, place.port || 5432]);
  }
  const { rows } = await coordinator.query('SELECT FROM pg_dist_node WHERE groupid <> 0 AND isactive');
  if (rows.length === 0) throw new Error('the coordinator has no worker; name each as host:port after the URL');
}

async function addExtension(client: pg.Client, machine: string): Promise<void> {
  await client.query('CREATE EXTENSION IF NOT EXISTS citus').catch((error: unknown) => {
    throw new Error(`${machine} has no Citus: ${errorMessage(error)}`);
  });
}

async function connected<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
