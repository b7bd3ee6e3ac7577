import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { withClient } from '../support/postgres/template.js';
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
if (!programs) process.stderr.write('failover: skipped, because no PostgreSQL with pg_basebackup is installed\n');

/** `npm test` builds it. */
const program = fileURLToPath(new URL('../../', import.meta.url));
const password = 'the password of the admin';

(programs ? describe : describe.skip)('a service whose primary is gone', () => {
  let servers: ReplicatedServer;
  let primary: PausableProxy;
  let dataDir: string;
  let service: ServiceProcess;

  beforeAll(async () => {
    servers = await startReplicatedServer(programs!);
    primary = await pausableProxy(new URL(servers.primary.url));
    dataDir = await mkdtemp(join(tmpdir(), 'graphward-test-'));
    const hosts = `127.0.0.1:${primary.port},${new URL(servers.replica.url).host}`;
    service = startService(program, {
      DATABASE_URL: `postgres://postgres@${hosts}/postgres?target_session_attrs=read-write`,
      DATA_DIR: dataDir,
      PORT: '0',
      RATE_LIMIT_PER_SECOND: '0',
      INITIAL_ADMIN_PASSWORD: password,
      PASSWORD_HASH_MEMORY_KIB: '8192',
      ANALYSIS_MAX_WAIT: '1',
    });
  });
  afterAll(async () => {
    await service?.stop();
    primary?.close();
    await servers?.remove();
    await rm(dataDir, { recursive: true, force: true });
  });

  it('goes on with the promoted standby: sessions, writes, the graph and tasks', async () => {
    const url = (await service.listening)!;
    const bearer = await login(url, 'admin', password);
    const ready = async () => (await fetch(`${url}/health/ready`)).status;
    await until(async () => (await ready()) === 200);
    const replayed = `SELECT count(*)::int AS sessions FROM session`;
    await withClient(servers.replica.url, (client) =>
      until(async () => (await client.query(replayed)).rows[0].sessions === 1),
    );

    // The machine is gone: its connections stay open, and nothing answers.
    primary.pause();
    await until(async () => (await ready()) === 503);
    await withClient(servers.replica.url, (client) => client.query('SELECT pg_promote()'));
    await until(async () => (await ready()) === 200);

    const call = (method: string, path: string, body?: string) =>
      bearerFetch(url, bearer, method, `/api/v2/${path}`, body === undefined ? {} : { body });
    expect((await call('GET', 'self')).status).toBe(200);
    const { data } = (await (await call('POST', 'file-upload/start')).json()) as { data: { id: number } };
    const users = {
      data: [{ ObjectIdentifier: 'S-1-5-21-9-9-9-1001', Properties: { name: 'MOVED@FAILOVER.EXAMPLE' } }],
      meta: { type: 'users', version: 6, count: 1 },
    };
    expect((await call('POST', `file-upload/${data.id}`, JSON.stringify(users))).status).toBe(202);
    expect((await call('POST', `file-upload/${data.id}/end`)).status).toBe(200);
    const status = async () =>
      ((await (await call('GET', `file-upload/${data.id}`)).json()) as { data: { status: string } }).data.status;
    await until(async () => (await status()) === 'complete');
    const found = (await (await call('GET', 'search?query=moved')).json()) as { data: { name: string }[] };
    expect(found.data.map(({ name }) => name)).toEqual(['MOVED@FAILOVER.EXAMPLE']);
  });
});
