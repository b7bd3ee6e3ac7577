import { randomUUID } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { prepareCluster } from '../../../src/database/embedded/cluster.js';
import { ensureRunning, urlOf } from '../../../src/database/embedded/ensure-running.js';
import { serverSettings } from '../../../src/database/embedded/server-settings.js';

/** Test data need not survive a crash, so nothing waits for the disk. */
const TEST_SETTINGS = {
  ...serverSettings(),
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  // Its files may be in memory (global-setup.ts).
  min_wal_size: '32MB',
  max_wal_size: '256MB',
  max_connections: '300',
  shared_buffers: '128MB',
};

/**
 * URL of a PostgreSQL for test databases and roles: TEST_DATABASE_URL, or the server of this run, which the first worker starts
 * and which runs until the end of the run (global-setup.ts).
 */
export async function testServer(): Promise<string> {
  const url = process.env['TEST_DATABASE_URL'];
  if (url) return url;
  const dataDir = fromSetup('GRAPHWARD_TEST_DATA_DIR');
  const known = join(dataDir, 'url');
  return (await readFile(known, 'utf8').catch(() => null)) ?? (await start(dataDir, known));
}

/** Leaves the URL in the file `known`: the product asks several programs before it trusts a cluster, and each suite comes here more than once. */
async function start(dataDir: string, known: string): Promise<string> {
  const cluster = await prepareCluster(dataDir, () => {});
  const { lock, port } = await ensureRunning(cluster, { settings: TEST_SETTINGS, log: () => {} });
  await lock.end();
  const started = urlOf(cluster, port, 'postgres');
  // Whole or not at all, for the workers beside this one.
  const made = `${known}.${randomUUID()}`;
  await writeFile(made, started);
  await rename(made, known);
  return started;
}

/** Prefix of the names of this run's databases. */
export function databasePrefix(): string {
  return `graphward_test_${fromSetup('GRAPHWARD_TEST_RUN')}_`;
}

function fromSetup(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set: this project of jest.config.mjs lacks its globalSetup`);
  return value;
}
