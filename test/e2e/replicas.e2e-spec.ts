import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Connection, connect } from '../../src/database/servers/connect.js';
import { described, edge } from '../../src/graph/graph-records.fixture.js';
import { writeGraph } from '../../src/graph/graph.fixture.js';
import {
  replicationPrograms,
  type ReplicatedServer,
  startReplicatedServer,
} from '../support/postgres/replicated-server.js';
import { type PausableProxy, pausableProxy } from '../support/pausable-proxy.js';
import { type ServiceProcess, startService } from '../support/service-process.js';
import { bearerFetch, login } from '../support/signed-client.js';
import { until } from '../support/until.js';

const programs = replicationPrograms();
if (!programs) process.stderr.write('replicas: skipped, because no PostgreSQL with pg_basebackup is installed\n');

interface AuditPage {
  readonly cursor: string;
  readonly data: readonly { readonly details: { readonly name: string } }[];
}

/** `npm test` builds it. */
const program = fileURLToPath(new URL('../../', import.meta.url));
const password = 'the password of the admin';

(programs ? describe : describe.skip)('a service with a streaming replica', () => {
  let servers: ReplicatedServer;
  let proxy: PausableProxy;
  let dataDir: string;
  let service: ServiceProcess;
  let url: string;
  let bearer: string;
  let primary: Connection;
  let replica: Connection;

  beforeAll(async () => {
    servers = await startReplicatedServer(programs!);
    dataDir = await mkdtemp(join(tmpdir(), 'graphward-test-'));
    // The primary is no replica of itself.
    proxy = await pausableProxy(new URL(servers.replica.url));
    const replicaUrl = new URL(servers.replica.url);
    replicaUrl.port = String(proxy.port);
    const replicas = [replicaUrl.href, servers.primary.url].join(',');
    service = startService(program, {
      DATABASE_URL: servers.primary.url,
      DATABASE_REPLICA_URLS: replicas,
      DATABASE_REPLICA_MAX_LAG_MS: '1000',
      DATA_DIR: dataDir,
      PORT: '0',
      RATE_LIMIT_PER_SECOND: '0',
      INITIAL_ADMIN_PASSWORD: password,
      PASSWORD_HASH_MEMORY_KIB: '8192',
    });
    const listening = await service.listening;
    if (listening === null) throw new Error(service.output());
    url = listening;
    bearer = await login(url, 'admin', password);
    primary = connect(servers.primary.url);
    replica = connect(servers.replica.url);
    await until(async () => (await replicaStates())[0] === 'up');
  });
  afterAll(async () => {
    await service?.stop();
    await Promise.all([primary?.close(), replica?.close()]);
    proxy?.close();
    await servers?.remove();
    await rm(dataDir, { recursive: true, force: true });
  });

  async function replicaStates(): Promise<readonly string[]> {
    const report = (await (await fetch(`${url}/health/ready`)).json()) as { replicas: readonly string[] };
    return report.replicas;
  }

  /** A metric of the replica, or one without a label. */
  async function metric(name: string): Promise<number> {
    const text = await (await fetch(`${url}/metrics`)).text();
    const label = `{replica="127.0.0.1:${proxy.port}"}`;
    const line = text.split('\n').find((it) => it.startsWith(`${name}${label} `) || it.startsWith(`${name} `));
    return Number(line?.split(' ').at(-1));
  }

  async function get(path: string): Promise<unknown> {
    const response = await bearerFetch(url, bearer, 'GET', `/api/v2${path}`);
    const text = await response.text();
    expect([path, response.status, text]).toEqual([path, 200, expect.any(String)]);
    return JSON.parse(text);
  }

  /** Creates a group and reads it. @returns the name that was read */
  async function createAndRead(name: string): Promise<string> {
    const body = JSON.stringify({ name, tag: name.toLowerCase() });
    const created = await bearerFetch(url, bearer, 'POST', '/api/v2/asset-groups', { body });
    expect(created.status).toBe(201);
    const { data } = (await created.json()) as { data: { id: number } };
    const read = (await get(`/asset-groups/${data.id}`)) as { data: { name: string } };
    return read.data.name;
  }

  /** @returns the names */
  async function createSome(prefix: string, count: number): Promise<string[]> {
    const names = Array.from({ length: count }, (_, index) => `${prefix}${index}`);
    for (const name of names) await createAndRead(name);
    return names;
  }

  it('reads for GET requests from the replica', async () => {
    const before = await metric('graphward_replica_reads_total');
    for (let call = 0; call < 5; call++) await get('/asset-groups');
    expect((await metric('graphward_replica_reads_total')) - before).toBe(5);
    expect(await metric('graphward_replica_fallbacks_total')).toBe(0);
  });

  it('refuses a server that is no replica, and logs it', async () => {
    const { host } = new URL(servers.primary.url);
    await until(() => service.output().includes(`does not read from the replica ${host}: it is no streaming replica`));
    expect(await replicaStates()).toEqual(['up', 'away']);
  });

  it('shows each write to its writer at once', async () => {
    const before = await metric('graphward_replica_reads_total');
    const names = Array.from({ length: 30 }, (_, index) => `Group${index}`);
    const read: string[] = [];
    for (const name of names) read.push(await createAndRead(name));
    expect(read).toEqual(names);
    expect((await metric('graphward_replica_reads_total')) - before).toBe(30);
  });

  it('builds and follows the graph in memory from the replica', async () => {
    await writeGraph(primary.database, [
      described('ANN', ['User', 'Base'], { name: 'ANN' }),
      described('PC1', ['Computer', 'Base'], { name: 'PC1' }),
      edge('ANN', 'AdminTo', 'PC1'),
    ]);
    expect(await get('/users/ANN/admin-rights')).toMatchObject({ count: 1, data: [{ name: 'PC1' }] });
    const readers = await replica.database.query(
      `SELECT DISTINCT application_name AS name FROM pg_stat_activity WHERE application_name = 'graphward-graph'`,
    );
    expect(readers).toEqual([{ name: 'graphward-graph' }]);
    expect(
      await primary.database.query(`SELECT FROM pg_stat_activity WHERE application_name = 'graphward-graph'`),
    ).toEqual([]);
  });

  it('never returns an old answer while the replica lags', async () => {
    await replica.database.query('SELECT pg_wal_replay_pause()');
    try {
      const before = await metric('graphward_replica_fallbacks_total');
      expect(await createAndRead('Paused1')).toBe('Paused1');
      await until(async () => (await replicaStates())[0] === 'behind');
      expect(await createAndRead('Paused2')).toBe('Paused2');
      await writeGraph(primary.database, [
        described('PC2', ['Computer', 'Base'], { name: 'PC2' }),
        edge('ANN', 'AdminTo', 'PC2'),
      ]);
      expect(await get('/users/ANN/admin-rights')).toMatchObject({ count: 2 });
      expect((await metric('graphward_replica_fallbacks_total')) - before).toBe(3);
      expect(await metric('graphward_replica_lag_bytes')).toBeGreaterThan(0);
      expect(await metric('graphward_replica_up')).toBe(0);
    } finally {
      await replica.database.query('SELECT pg_wal_replay_resume()');
    }
    await until(async () => (await replicaStates())[0] === 'up');
    const before = await metric('graphward_replica_reads_total');
    expect(await createAndRead('Resumed')).toBe('Resumed');
    expect((await metric('graphward_replica_reads_total')) - before).toBe(1);
    expect(await metric('graphward_replica_lag_bytes')).toBe(0);
  });

  it('returns each entry of the audit log once to a poll, whatever the replica lags and how many write', async () => {
    let cursor = '0';
    const seen: string[] = [];
    const poll = async () => {
      const page = (await get(`/audit?action=asset_group.create&cursor=${cursor}&limit=7`)) as AuditPage;
      seen.push(...page.data.map(({ details }) => details.name));
      ({ cursor } = page);
      return page.data.length;
    };
    while ((await poll()) > 0);
    seen.length = 0;
    const reads = await metric('graphward_replica_reads_total');
    const whileUp = Promise.all([createSome('PolledA', 10), createSome('PolledB', 10)]);
    for (let call = 0; call < 10; call++) await poll();
    const written = (await whileUp).flat();
    expect((await metric('graphward_replica_reads_total')) - reads).toBeGreaterThanOrEqual(30);
    await replica.database.query('SELECT pg_wal_replay_pause()');
    try {
      const whilePaused = Promise.all([createSome('PolledC', 3), createSome('PolledD', 3)]);
      for (let call = 0; call < 5; call++) await poll();
      written.push(...(await whilePaused).flat());
    } finally {
      await replica.database.query('SELECT pg_wal_replay_resume()');
    }
    await until(async () => (await replicaStates())[0] === 'up');
    while ((await poll()) > 0);
    expect(seen.toSorted()).toEqual(written.toSorted());
  });

  it('reads from the primary while the replica is stopped, and from the replica again after that', async () => {
    await servers.replica.stop();
    expect(await createAndRead('Stopped1')).toBe('Stopped1');
    await until(async () => (await replicaStates())[0] === 'away');
    expect(await createAndRead('Stopped2')).toBe('Stopped2');
    expect((await fetch(`${url}/health/ready`)).status).toBe(200);
    await servers.replica.start();
    await until(async () => (await replicaStates())[0] === 'up');
    const before = await metric('graphward_replica_reads_total');
    expect(await createAndRead('Started')).toBe('Started');
    expect((await metric('graphward_replica_reads_total')) - before).toBe(1);
  });

  it('answers from the primary if the machine of the replica is gone', async () => {
    await until(async () => (await replicaStates())[0] === 'up');
    await get('/asset-groups');
    proxy.pause();
    try {
      // The replica is known to be current, so the statement is sent to it, and fails when the check finds that it is away.
      await get('/asset-groups');
      expect((await replicaStates())[0]).toBe('away');
      expect(await createAndRead('Gone')).toBe('Gone');
    } finally {
      proxy.resume();
    }
    await until(async () => (await replicaStates())[0] === 'up');
    const before = await metric('graphward_replica_reads_total');
    expect(await createAndRead('Back')).toBe('Back');
    expect((await metric('graphward_replica_reads_total')) - before).toBe(1);
  });
});
