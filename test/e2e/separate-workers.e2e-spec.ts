import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type ServiceHome, serviceHome } from '../support/test-database.js';
import { build, type ServiceProcess, startService } from '../support/service-process.js';
import { bearerFetch, login } from '../support/signed-client.js';
import { until } from '../support/until.js';

const PASSWORD = 'a password for the test';

let program: string | undefined;
let home: ServiceHome;
/** URL of the process with ROLE=api. */
let api: string;
const processes: ServiceProcess[] = [];

beforeAll(async () => {
  [home, program] = await Promise.all([serviceHome(), build()]);
  [, api] = await start('api');
});

afterAll(async () => {
  await Promise.all(processes.map((it) => it.stop()));
  await home.remove();
  if (program) await rm(program, { recursive: true, force: true });
});

/** One of several processes that share a database and a spool. */
async function start(
  role: 'api' | 'worker',
  more: Readonly<Record<string, string>> = {},
): Promise<[ServiceProcess, string]> {
  const service = startService(program!, {
    DATABASE_URL: home.db.url,
    DATA_DIR: home.dataDir,
    PORT: '0',
    ROLE: role,
    INITIAL_ADMIN_PASSWORD: PASSWORD,
    PASSWORD_HASH_MEMORY_KIB: '8192',
    ANALYSIS_MAX_WAIT: '1',
    ...more,
  });
  processes.push(service);
  const url = await service.listening;
  if (url === null) throw new Error(service.output());
  return [service, url];
}

const group = (members: number) =>
  JSON.stringify({
    data: [
      {
        ObjectIdentifier: 'S-1-5-21-7-7-7-1300',
        Members: Array.from({ length: members }, (_, at) => ({
          ObjectIdentifier: `S-1-5-21-7-7-7-${10_000 + at}`,
          ObjectType: 'User',
        })),
      },
    ],
    meta: { type: 'groups', version: 6 },
  });

async function handIn(text: string): Promise<number> {
  const bearer = await login(api, 'admin', PASSWORD);
  const call = (path: string, body?: string) =>
    bearerFetch(api, bearer, 'POST', `/api/v2/file-upload${path}`, body === undefined ? {} : { body });
  const { data } = (await (await call('/start')).json()) as { data: { id: number } };
  expect((await call(`/${data.id}`, text)).status).toBe(202);
  expect((await call(`/${data.id}/end`)).status).toBe(200);
  return data.id;
}

async function fileOf(job: number): Promise<{ status: string; reason: string | null; attempts: number }> {
  const [row] = await home.db.database.query<{ status: string; reason: string | null; attempts: number }>(
    'SELECT status, reason, attempts FROM upload_file WHERE upload_id = $1',
    [job],
  );
  return row!;
}

async function statusOf(job: number): Promise<string> {
  const [row] = await home.db.database.query<{ status: string }>('SELECT status FROM upload WHERE id = $1', [job]);
  return row!.status;
}

describe('ROLE=api and ROLE=worker in separate processes', () => {
  it('share the work, while workers start and stop', async () => {
    const bearer = await login(api, 'admin', PASSWORD);
    const seeds = [{ type: 2, value: "MATCH (g:Group) WHERE g.objectid ENDS WITH '-1300' RETURN g" }];
    const body = JSON.stringify({ name: 'By a query', seeds });
    const create = () => bearerFetch(api, bearer, 'POST', '/api/v2/asset-group-tags/2/selectors', { body });
    // 503 until the service has read the graph, in which the query is tried.
    await until(async () => (await create()).status === 201, 60);
    const job = await handIn(group(3));
    expect(await fileOf(job)).toEqual({ status: 'queued', reason: null, attempts: 0 });

    const [worker, watched] = await start('worker');
    await until(async () => (await statusOf(job)) === 'complete', 60);
    expect(await fileOf(job)).toEqual({ status: 'complete', reason: null, attempts: 1 });
    expect((await fetch(`${watched}/api/v2/spec`)).status).toBe(404);
    const metrics = await (await fetch(`${watched}/metrics`)).text();
    expect(metrics).toContain('graphward_ingest_files_total{status="complete"} 1\n');
    expect(metrics).toContain('graphward_ingest_records_total 1\n');

    const selected = () => home.db.database.query('SELECT source FROM selected_node');
    await until(async () => (await selected()).length > 0, 60);
    expect(await selected()).toEqual([{ source: 1 }]);

    const taken = await home.db.database.transaction(async (tx) => {
      // The write lock of the graph: readers have to wait for it.
      await tx.query('SELECT pg_advisory_xact_lock(7268001)');
      const waiting = await handIn(group(5));
      await until(async () => (await fileOf(waiting)).status === 'reading', 60);
      worker.kill();
      await worker.ended;
      return waiting;
    });
    const [successor] = await start('worker');
    await until(async () => (await statusOf(taken)) === 'complete', 60);
    expect(await fileOf(taken)).toEqual({ status: 'complete', reason: null, attempts: 2 });
    expect(await successor.stop()).toBe(0);
  });

  it('fail a file that needs too much memory, log it, and continue', async () => {
    await start('worker', { INGEST_WORKER_MEMORY_MIB: '64' });
    const large = await handIn(group(400_000));
    await until(async () => (await statusOf(large)) === 'failed', 120);
    expect((await fileOf(large)).reason).toBe(
      'it was tried 3 times: reading it took more than 64 MiB of memory (INGEST_WORKER_MEMORY_MIB)',
    );
    const small = await handIn(group(7));
    await until(async () => (await statusOf(small)) === 'complete', 60);
    expect((await fileOf(small)).status).toBe('complete');
  });
});
