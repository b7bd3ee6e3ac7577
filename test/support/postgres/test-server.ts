import { prepareCluster } from '../../../src/database/embedded/cluster.js';
import { ensureRunning, urlOf } from '../../../src/database/embedded/ensure-running.js';
import { serverSettings } from '../../../src/database/embedded/server-settings.js';

/** Nothing that the tests write has to survive anything, so nothing waits for the disk. */
const TEST_SETTINGS = {
  ...serverSettings(),
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  // Its files may lie in memory (global-setup.ts).
  min_wal_size: '32MB',
  max_wal_size: '256MB',
  max_connections: '300',
  shared_buffers: '128MB',
};

/**
 * URL of a PostgreSQL in which databases and roles may be made: TEST_DATABASE_URL, or this run's own server, started by whichever worker
 * comes first. It stays until the run ends (global-setup.ts).
 */
export async function testServer(): Promise<string> {
  const url = process.env['TEST_DATABASE_URL'];
  if (url) return url;
  const cluster = await prepareCluster(fromSetup('GRAPHWARD_TEST_DATA_DIR'), () => {});
  const { lock, port } = await ensureRunning(cluster, { settings: TEST_SETTINGS, log: () => {} });
  await lock.end();
  return urlOf(cluster, port, 'postgres');
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
