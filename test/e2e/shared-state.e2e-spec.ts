import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { zipOf } from '../../src/ingest/reading/zip.fixture.js';
import { hasRedis, RedisServer } from '../support/redis-server.js';
import { s3Credentials, S3Server } from '../support/s3-server.js';
import { build, type ServiceProcess, startService } from '../support/service-process.js';
import { bearerFetch, login } from '../support/signed-client.js';
import { type TestDatabase, testDatabase } from '../support/test-database.js';
import { until } from '../support/until.js';

const PASSWORD = 'a password for the test';
const LOGIN_LIMIT = 4;

let program: string | undefined;
let db: TestDatabase;
let s3: S3Server;
let redis: RedisServer | undefined;
/** The parent of the data folders of all processes: each has its own. */
let folder: string;
let one: string;
let other: string;
const processes: ServiceProcess[] = [];

beforeAll(async () => {
  [program, db, s3, folder] = await Promise.all([
    build(),
    testDatabase(),
    S3Server.start(),
    mkdtemp(join(tmpdir(), 'graphward-test-')),
  ]);
  redis = hasRedis ? await RedisServer.start() : undefined;
  one = await start('api');
  other = await start('api');
});

afterAll(async () => {
  await Promise.all(processes.map((it) => it.stop()));
  await Promise.all([db.drop(), s3.remove(), redis?.stop()]);
  for (const made of [folder, program]) if (made) await rm(made, { recursive: true, force: true });
});

/** Starts a process with a data folder of its own. @returns its URL */
async function start(role: 'api' | 'worker'): Promise<string> {
  const service = startService(program!, {
    DATABASE_URL: db.url,
    DATA_DIR: join(folder, String(processes.length)),
    PORT: '0',
    ROLE: role,
    SECRET_KEY: 'one secret of all instances for the test',
    INITIAL_ADMIN_PASSWORD: PASSWORD,
    PASSWORD_HASH_MEMORY_KIB: '8192',
    ANALYSIS_MAX_WAIT: '1',
    LOGIN_LIMIT_PER_MINUTE: String(LOGIN_LIMIT),
    RATE_LIMIT_PER_SECOND: '1',
    RATE_LIMIT_BURST: '40',
    REDIS_URL: redis?.url ?? '',
    ...s3.settings(),
    ...s3Credentials,
  });
  processes.push(service);
  const url = await service.listening;
  if (url === null) throw new Error(service.output());
  return url;
}

const users = (count: number, first: number) => ({
  data: Array.from({ length: count }, (_, at) => ({
    ObjectIdentifier: `S-1-5-21-9-9-9-${first + at}`,
    Properties: { name: `USER ${first + at}@SHARED.EXAMPLE` },
  })),
  meta: { type: 'users', version: 6, count },
});

async function call(url: string, bearer: string, path: string, body?: string | Buffer): Promise<Response> {
  return bearerFetch(url, bearer, 'POST', `/api/v2/file-upload${path}`, body === undefined ? {} : { body });
}

/** Starts an upload at one instance. @returns its id */
async function startUpload(bearer: string): Promise<number> {
  const { data } = (await (await call(one, bearer, '/start')).json()) as { data: { id: number } };
  return data.id;
}

interface File {
  readonly status: string;
  readonly reason: string | null;
  readonly attempts: number;
}

const filesOf = (upload: number) =>
  db.database.query<File>('SELECT status, reason, attempts FROM upload_file WHERE upload_id = $1 ORDER BY id', [
    upload,
  ]);

async function statusOf(upload: number): Promise<string> {
  const [row] = await db.database.query<{ status: string }>('SELECT status FROM upload WHERE id = $1', [upload]);
  return row!.status;
}

/** A login with a wrong password. @returns its status */
async function wrongLogin(url: string): Promise<number> {
  const body = JSON.stringify({ login_method: 'secret', username: 'nobody', secret: 'wrong' });
  const headers = { 'Content-Type': 'application/json' };
  return (await fetch(`${url}/api/v2/login`, { method: 'POST', headers, body })).status;
}

describe('instances with separate data folders', () => {
  it('share uploads through the bucket, and wait for it while it is away', async () => {
    const bearer = await login(one, 'admin', PASSWORD);
    const upload = await startUpload(bearer);
    const zip = zipOf([
      { name: 'users.json', content: JSON.stringify(users(3, 1000)) },
      { name: 'more/users.json', content: JSON.stringify(users(4, 2000)) },
    ]);
    expect((await call(one, bearer, `/${upload}`, zip)).status).toBe(202);
    expect((await call(other, bearer, `/${upload}`, JSON.stringify(users(5, 3000)))).status).toBe(202);
    expect(await s3.keys()).toHaveLength(2);
    for (const at of ['0', '1']) expect(await readdir(join(folder, at, 'spool'))).toEqual([]);

    await s3.stop();
    const refused = await call(other, bearer, `/${upload}`, JSON.stringify(users(1, 4000)));
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '10']);
    expect(await refused.json()).toMatchObject({ errors: [{ code: 'storage.unavailable', context: 'storage' }] });
    expect((await call(other, bearer, `/${upload}/end`)).status).toBe(200);

    await start('worker');
    await until(async () => (await filesOf(upload)).every(({ attempts }) => attempts > 0), 60);
    expect(await statusOf(upload)).toBe('ingesting');
    await s3.start();
    await until(async () => (await statusOf(upload)) === 'complete', 120);
    expect((await filesOf(upload)).map(({ status, reason }) => [status, reason])).toEqual([
      ['complete', null],
      ['complete', null],
    ]);
    const [found] = await db.database.query(
      `SELECT count(*)::int AS users FROM node WHERE name LIKE '%@SHARED.EXAMPLE'`,
    );
    expect(found).toEqual({ users: 12 });
    expect(await s3.keys()).toEqual([]);
    expect(await readdir(join(folder, '2', 'spool'))).toEqual([]);
    expect(processes.map((it) => it.output().split('(SPOOL_URL) is back').length - 1)).toEqual([0, 0, 1]);
    expect(processes.filter((it) => it.output().includes('Warning:'))).toEqual([]);
  });

  it('accept the sessions of each other, and count wrong passwords together', async () => {
    const bearer = await login(one, 'admin', PASSWORD);
    expect((await bearerFetch(other, bearer, 'GET', '/api/v2/self')).status).toBe(200);
    const statuses: number[] = [];
    for (const url of [one, other, one, other, one, other]) statuses.push(await wrongLogin(url));
    expect(statuses).toEqual([401, 401, 401, 401, 429, 429]);
  });
});

(hasRedis ? describe : describe.skip)('instances with Redis', () => {
  it('count requests together', async () => {
    // Each instance alone would allow 40.
    const urls = Array.from({ length: 60 }, (_, at) => (at % 2 ? one : other));
    const statuses = await Promise.all(urls.map(async (url) => (await fetch(`${url}/api/v2/self`)).status));
    expect(new Set(statuses)).toEqual(new Set([401, 429]));
  });
});
