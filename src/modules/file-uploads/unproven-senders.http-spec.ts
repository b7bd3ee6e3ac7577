import { mkdtemp, open, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { type TestApp, testApp } from '../../../test/support/app.js';

const base = '/api/v2/file-upload';
const maxBytes = 3_000_000;
const json = '{"meta":{"type":"users","version":6,"count":0},"data":[]}';
const large = `${json.slice(0, -1)}${' '.repeat(maxBytes - json.length)}}`;
const Signature = `${'A'.repeat(43)}=`;

let folder: string;
let app: TestApp;
let ids: { readonly running: number; readonly ended: number; readonly unknown: number };

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'unproven-'));
  const environment = { SPOOL_DIR: folder, MAX_UPLOAD_BYTES: String(maxBytes) };
  app = await testApp({ edition: 'community', environment });
  ids = { running: await start(), ended: await start(), unknown: 99 };
  await app.call('POST', `${base}/${ids.ended}/end`);
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true, force: true });
});

async function start(): Promise<number> {
  const answer = await app.call('POST', `${base}/start`);
  return ((await answer.json()) as { data: { id: number } }).data.id;
}

type Headers = Readonly<Record<string, string>>;

/** What it is told by the status, and by which fault. */
async function told(path: string, body: Buffer | string, headers: Headers, role: 'upload_only' | 'read_only') {
  const options = { headers: { 'Content-Type': 'application/json', ...headers }, body };
  const answer = await app.as(role, 'signature', 'POST', path, options);
  const { errors } = (await answer.json()) as { errors?: { context: string }[] };
  return [answer.status, errors?.[0]?.context];
}

const bodies: readonly (readonly [what: string, body: Buffer | string, headers: Headers, right: unknown[]])[] = [
  ['no JSON', 'hello', {}, [400, 'body']],
  ['no JSON, large', large.replace('{', '['), {}, [400, 'body']],
  ['no gzip', 'hello', { 'Content-Encoding': 'gzip' }, [400, 'body']],
  ['cut off gzip', gzipSync(json).subarray(0, -5), { 'Content-Encoding': 'gzip' }, [400, 'body']],
  ['gzip with something after it', Buffer.concat([gzipSync(json), Buffer.alloc(9, 'x')]), {}, [400, 'body']],
  ['what unpacks to far more', gzipSync(`{${' '.repeat(200_000_000)}}`), {}, [413, 'body']],
  ['an unknown encoding', json, { 'Content-Encoding': 'zstd' }, [415, 'header.Content-Encoding']],
  ['an unknown type', large, { 'Content-Type': 'text/csv' }, [415, 'header.Content-Type']],
  ['a bad name', json, { 'X-File-Upload-Name': '\xff' }, [400, 'header.X-File-Upload-Name']],
];

describe('an upload with an invalid signature', () => {
  it.each(bodies)('returns only 401 for %s', async (_, body, headers, right) => {
    expect(await told(`${base}/${ids.running}`, body, headers, 'upload_only')).toEqual(right);
    for (const id of Object.values(ids)) {
      for (const role of ['upload_only', 'read_only'] as const) {
        const answer = await told(`${base}/${id}`, body, { ...headers, Signature }, role);
        expect([id, role, answer]).toEqual([id, role, [401, 'header.Authorization']]);
      }
    }
    expect(await readdir(folder)).toEqual([]);
  });

  it('returns only 401 for faults of its path and query', async () => {
    for (const [path, context] of [
      [`${base}/x`, 'path.file_upload_id'],
      [`${base}/${ids.running}?x=1`, 'query.x'],
    ] as const) {
      expect(await told(path, large, {}, 'upload_only')).toEqual([400, context]);
      expect(await told(path, large, { Signature }, 'upload_only')).toEqual([401, 'header.Authorization']);
    }
  });

  it('returns 413 before the body is read', async () => {
    for (const id of Object.values(ids)) {
      for (const role of ['upload_only', 'read_only'] as const) {
        const wrong = await told(`${base}/${id}`, Buffer.alloc(maxBytes + 1), { Signature }, role);
        expect([id, role, wrong]).toEqual([id, role, [413, 'body']]);
      }
    }
  });

  it('is read but not stored without the permission, and then returns 403', async () => {
    expect(await told(`${base}/${ids.unknown}`, large, {}, 'read_only')).toEqual([403, 'permission']);
  });
});

describe('an upload to a full disk', () => {
  afterEach(() => {
    jest.restoreAllMocks();
  });

  it('returns only 401 if its signature is invalid', async () => {
    const handle = await open(folder, 'r');
    const prototype = Object.getPrototypeOf(handle) as { write: () => Promise<never> };
    await handle.close();
    const write = jest.spyOn(prototype, 'write');
    write.mockImplementation(() => Promise.reject(Object.assign(new Error('no'), { code: 'ENOSPC' })));
    expect(await told(`${base}/${ids.running}`, large, {}, 'upload_only')).toEqual([507, 'storage']);
    expect(await told(`${base}/${ids.running}`, large, { Signature }, 'upload_only')).toEqual([
      401,
      'header.Authorization',
    ]);
    expect(write).toHaveBeenCalledTimes(2);
  });

  it('returns 413 if it is too large in any case', async () => {
    const huge = { 'Content-Length': String(Number.MAX_SAFE_INTEGER) };
    for (const id of Object.values(ids)) {
      expect([id, await told(`${base}/${id}`, json, huge, 'upload_only')]).toEqual([id, [413, 'body']]);
    }
  });
});
