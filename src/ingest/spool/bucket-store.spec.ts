import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, rmdir, utimes } from 'node:fs/promises';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { s3Credentials, S3Server } from '../../../test/support/s3-server.js';
import { until } from '../../../test/support/until.js';
import { loadSettings } from '../../base/config/load-settings.js';
import { openFileSource } from '../reading/nameless-file.js';
import { readAll } from '../reading/payload-source.js';
import { defaultReadLimits } from '../reading/read-limits.fixture.js';
import { Bucket } from './bucket.js';
import { BucketStore, partBytesOf } from './bucket-store.js';
import { Spool } from './spool.js';
import { noRoomError, UploadDisk } from './upload-disk.js';

const PART = 100_000;
const json = Buffer.from('{"meta":{},"data":[]}');
const large = Buffer.concat([Buffer.from('{"a":"'), randomBytes(300_000), Buffer.from('"}')]);

let s3: S3Server;
let folder: string;
let spool: Spool;
let store: BucketStore;
let log: string[];

beforeAll(async () => {
  Object.assign(process.env, s3Credentials);
  s3 = await S3Server.start();
});
afterAll(() => s3.remove());

beforeEach(async () => {
  log = [];
  for (const level of ['warn', 'log'] as const)
    jest.spyOn(Logger.prototype, level).mockImplementation((line: unknown) => void log.push(String(line)));
  s3.fail = () => undefined;
  s3.requests.splice(0);
  folder = await mkdtemp(join(tmpdir(), 'spool-'));
  open(s3.settings());
});
afterEach(async () => {
  for (const key of await s3.keys()) await store.remove(key);
  store.onApplicationShutdown();
  jest.restoreAllMocks();
  // Fails unless the folder is empty: files in transfer have no name.
  await rmdir(folder);
});

function open(environment: Readonly<Record<string, string>>): void {
  const settings = loadSettings({ ...environment, UPLOAD_DISK_RESERVE_BYTES: '1000' });
  const disk = new UploadDisk(settings);
  store = new BucketStore(folder, settings, disk, PART);
  spool = new Spool(store, defaultReadLimits, disk);
}

async function* bodyOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += 30_000) yield bytes.subarray(at, at + 30_000);
}

const receive = (body: Uint8Array | AsyncIterable<Uint8Array>) =>
  spool.receive(body instanceof Uint8Array ? bodyOf(body) : body, {
    contentEncoding: undefined,
    announcedBytes: undefined,
  });

async function contentOf(key: string): Promise<Buffer | null> {
  const copy = await spool.open(key);
  if (!copy) return null;
  const content = await readAll(openFileSource('x', copy.fd).open());
  await copy.close();
  return content;
}

const away = {
  status: 503,
  retryAfterSeconds: 10,
  faults: [
    {
      code: 'storage.unavailable',
      context: 'storage',
      message: "the storage of uploads can't be reached; nothing of the file is kept; try again in 10 s",
    },
  ],
};

describe('a spool in a bucket', () => {
  it('stores a small file by one request, reads it and removes it', async () => {
    const { spoolKey, ...found } = await receive(json);
    expect(found).toEqual({
      media: 'json',
      size: json.length,
      sha256: createHash('sha256').update(json).digest('hex'),
    });
    expect(s3.requests).toEqual([`PUT /${s3.bucket}/spool/KEY`]);
    expect(await s3.keys()).toEqual([spoolKey]);
    expect(await contentOf(spoolKey)).toEqual(json);
    await spool.remove(spoolKey);
    await spool.remove(spoolKey);
    expect(await s3.keys()).toEqual([]);
    expect(await contentOf(spoolKey)).toBeNull();
    expect(log).toEqual([]);
  });

  it('sends a large file in parts while it arrives', async () => {
    async function* body(): AsyncGenerator<Uint8Array> {
      yield large.subarray(0, 2 * PART + 1);
      await until(() => s3.requests.filter((it) => it.includes('partNumber')).length === 2);
      expect(await s3.keys()).toEqual([]);
      yield large.subarray(2 * PART + 1);
    }
    const { spoolKey, size } = await receive(body());
    expect(size).toBe(large.length);
    const [first, ...others] = s3.requests;
    expect(first).toBe(`POST /${s3.bucket}/spool/KEY?uploads`);
    expect(others.at(-1)).toBe(`POST /${s3.bucket}/spool/KEY?uploadId`);
    expect(others.slice(0, -1)).toEqual(Array<string>(4).fill(`PUT /${s3.bucket}/spool/KEY?partNumber&uploadId`));
    expect((await contentOf(spoolKey))?.equals(large)).toBe(true);
  });

  it('sends at most four parts of all uploads at a time', async () => {
    const files = await Promise.all(Array.from({ length: 6 }, () => receive(large)));
    expect(s3.maxParts).toBeGreaterThan(1);
    expect(s3.maxParts).toBeLessThanOrEqual(4);
    for (const { spoolKey } of files) expect((await s3.read(spoolKey)).equals(large)).toBe(true);
  });

  it('aborts what it has sent of a body that breaks off', async () => {
    async function* body(): AsyncGenerator<Uint8Array> {
      yield large.subarray(0, 2 * PART + 1);
      await until(() => s3.requests.some((it) => it.includes('partNumber')));
      expect(await s3.begun()).toHaveLength(1);
      throw new Error('broke off');
    }
    await expect(receive(body())).rejects.toThrow(/^broke off$/);
    expect([await s3.begun(), await s3.keys()]).toEqual([[], []]);
    expect(s3.requests.at(-1)).toBe(`DELETE /${s3.bucket}/spool/KEY?uploadId`);
  });

  it('answers 503 if the bucket accepts connections and does not answer', async () => {
    const sockets = new Set<Socket>();
    const hanging = createServer((socket) => void sockets.add(socket)).listen(0, '127.0.0.1');
    await once(hanging, 'listening');
    const endpoint = `http://127.0.0.1:${(hanging.address() as AddressInfo).port}`;
    const bucket = new Bucket(loadSettings({ ...s3.settings(), SPOOL_S3_ENDPOINT: endpoint }), 100);
    const part = () => bucket.sendPart('a', 'id', 1, json);
    try {
      for (const call of [() => bucket.check(), () => bucket.begin('a'), () => bucket.put('a', json), part])
        await expect(call()).rejects.toMatchObject({ ...away, detail: 'it does not answer' });
      await bucket.remove('a');
      expect(log).toEqual([expect.stringContaining("can't be used: it does not answer")]);
    } finally {
      bucket.close();
      for (const socket of sockets) socket.destroy();
      hanging.close();
    }
  });

  it.each([
    ['of a part', large, (request: string) => request.includes('partNumber')],
    ['to complete the object', large, (request: string) => request.startsWith('POST') && request.endsWith('?uploadId')],
    ['of a small file', json, (request: string) => request.startsWith('PUT')],
  ])('answers 503 after three failed requests %s, and leaves nothing', async (_, body, isFailing) => {
    s3.fail = (request) => (isFailing(request) ? 500 : undefined);
    await expect(receive(body)).rejects.toMatchObject(away);
    expect(s3.requests.filter(isFailing).length).toBeGreaterThanOrEqual(3);
    expect([await s3.begun(), await s3.keys()]).toEqual([[], []]);
    expect(log).toHaveLength(1);
  });

  it('stops reading a body if the bucket is away, and reads no other one until it is back', async () => {
    s3.fail = () => 503;
    let chunks = 0;
    async function* endless(): AsyncGenerator<Uint8Array> {
      yield Buffer.from('{');
      for (; ; chunks++) yield Buffer.alloc(PART, ' ');
    }
    await expect(receive(endless())).rejects.toMatchObject(away);
    const read = chunks;
    await expect(receive(endless())).rejects.toMatchObject(away);
    expect(chunks).toBe(read);
    s3.fail = () => undefined;
    expect(await contentOf((await receive(json)).spoolKey)).toEqual(json);
    const place = `the bucket ${s3.bucket} at ${s3.settings().SPOOL_S3_ENDPOINT} (SPOOL_URL)`;
    expect(log).toEqual([
      expect.stringMatching(/ can't be used: .+; uploads are refused with 503, and uploaded files wait$/),
      `${place} is back`,
    ]);
    expect(log[0]).toContain(place);
  });

  it.each([
    [
      'a bucket that does not exist',
      { SPOOL_URL: 's3://no-such-bucket' },
      {},
      'NoSuchBucket: The specified bucket does not exist (404)',
    ],
    ['wrong credentials', {}, { AWS_SECRET_ACCESS_KEY: 'wrong' }, 'SignatureDoesNotMatch'],
    ['a server that is away', { SPOOL_S3_ENDPOINT: 'http://127.0.0.1:1' }, {}, 'ECONNREFUSED'],
  ])('logs %s at the start', async (_, settings, credentials, reason) => {
    store.onApplicationShutdown();
    Object.assign(process.env, credentials);
    try {
      open({ ...s3.settings(), ...settings });
      store.onApplicationBootstrap();
      await until(() => log.length > 0);
      expect(log).toEqual([expect.stringContaining(reason)]);
      await expect(spool.open('a-key')).rejects.toMatchObject({ status: 503 });
    } finally {
      Object.assign(process.env, s3Credentials);
    }
  });

  it('removes orphans that are older than two days, and objects that were begun two days ago', async () => {
    const [known, unknown, young] = [await receive(json), await receive(json), await receive(json)];
    const now = new Date();
    const older = new Date(now.getTime() - 2 * 86_400_000 - 2000);
    for (const { spoolKey } of [known, unknown]) await utimes(s3.pathOf(spoolKey), older, older);
    const bucket = new Bucket(loadSettings(s3.settings()));
    await bucket.begin('abandoned');
    const [abandoned = ''] = await s3.begun();
    await bucket.begin('young');
    await utimes(join(s3.uploads, abandoned), older, older);
    const asked: string[][] = [];
    const knownOf = async (keys: readonly string[]) => {
      asked.push([...keys].toSorted());
      return [known.spoolKey];
    };
    expect(await spool.removeOrphans(now, knownOf)).toBe(2);
    expect(asked).toEqual([[known.spoolKey, unknown.spoolKey].toSorted()]);
    expect((await s3.keys()).toSorted()).toEqual([known.spoolKey, young.spoolKey].toSorted());
    expect(await s3.begun()).toHaveLength(1);
    bucket.close();
    s3.fail = (request) => (request.endsWith('?prefix&uploads') ? 501 : undefined);
    expect(await spool.removeOrphans(now, knownOf)).toBe(0);
    expect(log).toEqual([]);
  });

  it('has a file read later if this disk has no room for it, and keeps no connection', async () => {
    const { spoolKey } = await receive(bodyOf(large));
    const full = jest.spyOn(UploadDisk.prototype, 'requireRoom').mockRejectedValue(noRoomError('the disk is full'));
    for (let time = 0; time < 150; time++) await expect(spool.open(spoolKey)).rejects.toMatchObject({ status: 503 });
    full.mockRestore();
    expect(await contentOf(spoolKey)).toEqual(large);
  });

  it('lists only objects below its prefix', async () => {
    await receive(json);
    store.onApplicationShutdown();
    open(s3.settings('other/place'));
    const { spoolKey } = await receive(json);
    expect(await s3.keys('other/place')).toEqual([spoolKey]);
    const listed: string[] = [];
    for await (const { name } of store.list()) listed.push(name);
    expect(listed).toEqual([spoolKey]);
    expect(await readFile(s3.pathOf(spoolKey, 'other/place'))).toEqual(json);
    await spool.remove(spoolKey);
  });
});

it.each([
  ['8 MiB for the default limits', 8_589_934_592, 68_719_476_736, 8_388_608],
  ['a larger size, so that 10,000 parts suffice', 1024, 1_099_511_627_776, 110_100_480],
  ['at most what an object of 5 TiB needs', 1024, 1_125_899_906_842_624, 550_502_400],
])('parts have %s', (_, maxUploadBytes, maxUnpackedBytes, bytes) => {
  expect(partBytesOf({ maxUploadBytes, maxUnpackedBytes })).toBe(bytes);
});

it('refuses a file with 503 if the folder of files in transfer is none', async () => {
  const settings = loadSettings({ ...s3.settings(), UPLOAD_DISK_RESERVE_BYTES: '1000' });
  const disk = new UploadDisk(settings);
  const faulty = new BucketStore('/dev/null', settings, disk, PART);
  spool = new Spool(faulty, defaultReadLimits, disk);
  await expect(receive(json)).rejects.toMatchObject({ status: 503, detail: expect.stringContaining('EEXIST') });
  expect(log).toEqual([expect.stringMatching(/^the folder \/dev\/null \(SPOOL_DIR\) can't be used: /)]);
  faulty.onApplicationShutdown();
});
