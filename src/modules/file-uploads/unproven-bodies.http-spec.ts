import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import http from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { pino } from 'pino';
import { type TestApp, testApp } from '../../../test/support/app.js';
import { send, signedHeaders, type SignOptions, type SigningToken } from '../../../test/support/signed-client.js';
import { until } from '../../../test/support/until.js';
import { AccountsService } from '../../auth/accounts/accounts.service.js';
import type { Role } from '../../auth/permissions.js';
import { ApiTokensService } from '../../auth/tokens/api-tokens.service.js';
import { loadSettings } from '../../base/config/load-settings.js';
import { createApp } from '../../server.js';
import { type OpenDatabase, openDatabase } from '../../database/opening/open-database.js';
import { entities } from '../../entities.js';
import { BODY_LIMITS, type BodyLimits } from '../../http/body/body-limits.js';
import { ClientsService } from '../enterprise/clients/clients.service.js';

const base = '/api/v2/file-upload';
const limit = 1_000_000;
const part = 300_000;
const wrong = `${'A'.repeat(43)}=`;
const owner = '192.0.2.1';
const stranger = '192.0.2.2';
const advice =
  'first send a signed request with a small body or none from this address, such as POST /api/v2/file-upload/start';

let folder: string;
let app: TestApp;
let otherDatabase: OpenDatabase;
let other: NestExpressApplication;
let upload: number;
let token: SigningToken;
let accounts = 0;
const open: http.ClientRequest[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'unproven-'));
  const environment = {
    SPOOL_DIR: folder,
    MAX_UNPROVEN_BYTES: String(limit),
    UPLOAD_DISK_RESERVE_BYTES: '1',
    TRUSTED_PROXIES: 'loopback',
    SECRET_KEY: 'the secret that two instances share',
    EDITION: 'enterprise',
    RATE_LIMIT_PER_SECOND: '0',
  };
  app = await testApp({ environment });
  const settings = loadSettings({ ...environment, DATABASE_URL: app.databaseUrl });
  otherDatabase = await openDatabase(settings, { entities, log: () => {} });
  other = await createApp({ settings, dataSource: otherDatabase.dataSource }, pino({ level: 'silent' }));
  await other.listen(0, '127.0.0.1');
  const answer = await app.call('POST', `${base}/start`);
  upload = ((await answer.json()) as { data: { id: number } }).data.id;
});
afterAll(async () => {
  await other.close();
  await otherDatabase.close();
  await app.close();
  await rm(folder, { recursive: true, force: true });
});

beforeEach(async () => {
  token = await makeToken('upload_only');
});
afterEach(async () => {
  for (const request of open.splice(0)) request.destroy();
  await until(async () => (await readdir(folder)).every((name) => !name.endsWith('.part')));
});

/** Nothing was signed with it yet. */
async function makeToken(role: Role): Promise<SigningToken> {
  const name = `account-${++accounts}`;
  const account = await app.app
    .get(AccountsService)
    .create({ name, email: null, role, password: `the password of ${name}` });
  const created = await app.app.get(ApiTokensService).create({ accountId: account.id, name: 'test', expiresAt: null });
  return { id: created.token.id, key: created.key };
}

interface Call extends SignOptions {
  /** The address that it comes from. */
  readonly from: string;
  readonly by?: SigningToken;
  readonly url?: string;
}

/** The status and the place of the fault. */
async function call(method: string, path: string, { from, by = token, url = app.url, ...options }: Call) {
  const headers = {
    ...(options.body !== undefined && { 'Content-Type': 'application/json' }),
    ...signedHeaders(by, method, path, options),
    'X-Forwarded-For': from,
    ...options.headers,
  };
  return outcomeOf(await send(url, method, path, { ...options, headers }));
}

async function outcomeOf(response: { status: number; json(): Promise<unknown> }) {
  const { errors } = (await response.json()) as { errors?: { context: string; message: string }[] };
  return [response.status, ...(errors ?? []).map(({ context, message }) => `${context}: ${message}`)];
}

/** A request with a wrong signature whose body has begun and does not end. */
function begin(path: string, size: number, from: string, headers: Record<string, string> = {}) {
  const { hostname, port } = new URL(app.url);
  const request = http.request({ hostname, port, method: 'POST', path, agent: false });
  open.push(request);
  const given = { ...signedHeaders(token, 'POST', path), Signature: wrong, 'X-Forwarded-For': from };
  for (const [name, value] of Object.entries({ 'Content-Type': 'application/json', ...given, ...headers }))
    request.setHeader(name, value);
  const answer = new Promise<unknown[]>((resolve, reject) => {
    request.once('error', reject);
    request.once('response', (response) => {
      const retryAfter = response.headers['retry-after'];
      response.setEncoding('utf8').on('data', (text: string) => {
        void outcomeOf({ status: response.statusCode ?? 0, json: () => Promise.resolve(JSON.parse(text)) }).then((it) =>
          resolve(retryAfter === undefined ? it : [...it, retryAfter]),
        );
      });
    });
  });
  // Tests end some before they are answered.
  answer.catch(() => {});
  request.write(`{${' '.repeat(size - 1)}`);
  return { request, answer };
}

async function spooled(): Promise<number> {
  const parts = (await readdir(folder)).filter((name) => name.endsWith('.part'));
  const sizes = await Promise.all(
    parts.map(async (name) => (await stat(join(folder, name)).catch(() => ({ size: 0 }))).size),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

function heldBy(address: string): number {
  const { unproven } = app.app.getHttpAdapter().getInstance().get(BODY_LIMITS) as BodyLimits;
  return unproven.sumOf(`address ${address}`);
}

const large = `{"meta":{"type":"users","version":6,"count":0},"data":[]${' '.repeat(3 * limit)}}`;
const tooLarge = [
  413,
  `body: a body whose signature is not verified yet may have at most ${limit} bytes (MAX_UNPROVEN_BYTES) unless this address has signed with the token within the last hour; ${advice}`,
];
const tooMany = [
  429,
  `body: bodies whose signature is not verified yet may have at most ${limit} bytes (MAX_UNPROVEN_BYTES) at a time, per token and per address; ${advice}, or try again in 10 s`,
  '10',
];

describe('uploads with an invalid signature', () => {
  it.each([
    ['one address', () => stranger],
    ['an address each', (n: number) => `192.0.2.${n + 10}`],
  ])('keep at most MAX_UNPROVEN_BYTES in the spool, from %s', async (_, addressOf) => {
    const uploads: ReturnType<typeof begin>[] = [];
    for (const n of [1, 2, 3]) {
      uploads.push(begin(`${base}/${upload}`, part, addressOf(n)));
      await until(async () => (await spooled()) === n * part);
    }
    for (const n of [4, 5]) expect(await begin(`${base}/${upload}`, part, addressOf(n)).answer).toEqual(tooMany);
    expect(await spooled()).toBe(3 * part);
    for (const { request } of uploads) request.end('}');
    for (const { answer } of uploads) expect((await answer)[0]).toBe(401);
    expect(await spooled()).toBe(0);
    await until(() => heldBy(addressOf(1)) === 0);
    expect(
      (
        await call('POST', `${base}/${upload}`, {
          from: addressOf(1),
          body: 'x'.repeat(900_000),
          headers: { Signature: wrong },
        })
      )[0],
    ).toBe(401);
  });

  it('are refused by their Content-Length before they are sent', async () => {
    const announced = { 'Content-Length': String(limit + 1) };
    expect(await begin(`${base}/${upload}`, 1, stranger, announced).answer).toEqual(tooLarge);
    expect(await begin(`${base}/99`, 1, stranger, announced).answer).toEqual(tooLarge);
  });

  it('end with the time limit of the request, also while bytes arrive', async () => {
    const { request, answer } = begin(`${base}/${upload}`, 10, stranger, { Prefer: 'wait=1' });
    const drip = setInterval(() => request.write(' '), 100);
    expect(await answer).toEqual([408, 'body: the body did not arrive within the 1 s of the request']);
    clearInterval(drip);
    await until(async () => (await spooled()) === 0);
  });
});

describe('JSON bodies with an invalid signature', () => {
  it('use at most MAX_UNPROVEN_BYTES of memory', async () => {
    for (const n of [1, 2, 3]) {
      void begin('/api/v2/asset-groups', part, stranger);
      await until(() => heldBy(stranger) === n * part);
    }
    for (const _ of [4, 5]) expect(await begin('/api/v2/asset-groups', part, stranger).answer).toEqual(tooMany);
    expect(heldBy(stranger)).toBe(3 * part);
  });

  it('count if they need no credentials', async () => {
    void begin('/api/v2/login', 16_000, stranger, { Authorization: '' });
    await until(() => heldBy(stranger) > 0);
    expect(heldBy(stranger)).toBe(16_000);
  });
});

describe('the owner of a token', () => {
  it('may upload more than MAX_UNPROVEN_BYTES after a signed request from the same address', async () => {
    expect(await call('POST', `${base}/${upload}`, { from: owner, body: large })).toEqual(tooLarge);
    expect(await call('POST', `${base}/start`, { from: owner })).toEqual([201]);
    expect(await call('POST', `${base}/${upload}`, { from: stranger, body: large })).toEqual(tooLarge);
    expect(await call('POST', `${base}/${upload}`, { from: owner, body: large })).toEqual([202]);
  });

  it('may do so on another instance, for an hour by the clock of the database', async () => {
    const url = await other.getUrl();
    expect(await call('POST', `${base}/${upload}`, { from: owner, body: large, url })).toEqual(tooLarge);
    expect(await call('POST', `${base}/start`, { from: owner })).toEqual([201]);
    await app.database.query(`UPDATE token_proof SET proven_at = now() - interval '71 minutes'`);
    expect(await call('POST', `${base}/${upload}`, { from: owner, body: large, url })).toEqual(tooLarge);
    await app.database.query(`UPDATE token_proof SET proven_at = now() - interval '69 minutes'`);
    expect(await call('POST', `${base}/${upload}`, { from: owner, body: large, url })).toEqual([202]);
  });

  it('can prove the address with a small body while a stranger uses up the limit of the token', async () => {
    void begin(`${base}/${upload}`, limit - 10, stranger);
    await until(async () => (await spooled()) === limit - 10);
    expect(
      (await call('POST', `${base}/${upload}`, { from: owner, body: large.slice(0, 70_000) })).slice(0, 1),
    ).toEqual([429]);
    const small = `${large.slice(0, 65_535)}}`;
    expect(await call('POST', `${base}/${upload}`, { from: owner, body: small })).toEqual([202]);
    expect(await call('POST', `${base}/${upload}`, { from: owner, body: large })).toEqual([202]);
  });

  it('has compressed bodies counted by their unpacked size until the address is proven', async () => {
    const packed = { from: owner, body: gzipSync(large), headers: { 'Content-Encoding': 'gzip' } };
    expect(await call('POST', `${base}/${upload}`, packed)).toEqual(tooLarge);
    expect(await call('POST', `${base}/${upload}`, packed)).toEqual([202]);
  });

  it('gains no permissions by a proven address', async () => {
    const reader = await makeToken('read_only');
    expect(await call('GET', '/api/v2/self', { from: owner, by: reader })).toEqual([200]);
    expect(await call('POST', `${base}/${upload}`, { from: owner, by: reader, body: large })).toEqual(tooLarge);
    expect(await call('POST', '/api/v2/asset-groups', { from: owner, by: reader, body: large })).toEqual(tooLarge);
  });
});

it('limits the bodies of collection clients', async () => {
  const { token: by } = await app.app
    .get(ClientsService)
    .create({ name: 'a-collector', type: 'directory', domainController: '' });
  expect(await call('POST', '/api/v2/ingest', { from: owner, by, body: large })).toEqual(tooLarge);
  expect((await call('GET', '/api/v2/jobs/available', { from: owner, by }))[0]).toBe(200);
  expect((await call('POST', '/api/v2/ingest', { from: owner, by, body: large }))[0]).toBe(409);
});

it('does not limit bodies with bearer tokens', async () => {
  const options = { body: large, headers: { 'X-Forwarded-For': owner } };
  expect((await app.as('upload_only', 'bearer', 'POST', `${base}/${upload}`, options)).status).toBe(202);
});
