import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, open, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { InvalidInputError } from '../../base/errors.js';
import { loadSettings } from '../../base/config/load-settings.js';
import { FolderStore } from './folder-store.js';
import { Spool } from './spool.js';
import type { ContentEncoding } from './unpack.js';
import { UploadDisk } from './upload-disk.js';

const json = Buffer.from('{"meta":{},"data":[]}');
const zip = Buffer.concat([Buffer.from('504b0304', 'hex'), randomBytes(50)]);
const limits = { maxUnpackedBytes: 1_000_000, maxZipRatio: 10, ratioFromBytes: 100_000 };

let folder: string;
let spool: Spool;
let disk: UploadDisk;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'spool-'));
  const settings = loadSettings({ SPOOL_DIR: folder, UPLOAD_DISK_RESERVE_BYTES: '1000' });
  disk = new UploadDisk(settings);
  spool = new Spool(new FolderStore(folder), limits, disk);
});
afterEach(() => {
  jest.restoreAllMocks();
  return rm(folder, { recursive: true, force: true });
});

async function* chunksOf(bytes: Uint8Array, size = 7): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

function receive(
  body: Uint8Array | AsyncIterable<Uint8Array>,
  contentEncoding?: ContentEncoding,
  announcedBytes?: number,
) {
  const chunks = body instanceof Uint8Array ? chunksOf(body, body.length > 50_000 ? 4096 : 7) : body;
  return spool.receive(chunks, { contentEncoding, announcedBytes });
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

const left = () => readdir(folder);

async function* broken(): AsyncGenerator<Uint8Array> {
  yield json.subarray(0, 9);
  throw InvalidInputError.at('body.incomplete', 'body', 'broke off');
}

async function failing(method: 'write' | 'sync', code: string): Promise<void> {
  const handle = await open(folder, 'r');
  const prototype = Object.getPrototypeOf(handle) as Record<typeof method, () => Promise<never>>;
  await handle.close();
  jest.spyOn(prototype, method).mockRejectedValue(Object.assign(new Error(code), { code }));
}

describe('Spool', () => {
  it.each([
    ['JSON', json, undefined, json, 'json'],
    ['JSON after white space', Buffer.from(`\r\n\t ${json.toString()}`), undefined, undefined, 'json'],
    ['JSON after much white space', Buffer.from(' '.repeat(4000) + json.toString()), undefined, undefined, 'json'],
    ['JSON with a byte order mark', Buffer.from(`\uFEFF${json.toString()}`), undefined, undefined, 'json'],
    ['JSON of UTF-16', Buffer.from(`\uFEFF${json.toString()}`, 'utf16le'), undefined, undefined, 'json'],
    ['one byte of JSON', Buffer.from('{'), undefined, undefined, 'json'],
    ['a ZIP', zip, undefined, zip, 'zip'],
    ['a gzip file of JSON', gzipSync(json), undefined, json, 'json'],
    ['a gzip file of a ZIP', gzipSync(zip), undefined, zip, 'zip'],
    ['a body in gzip', gzipSync(json), 'gzip', json, 'json'],
    ['a body in deflate', deflateSync(json), 'deflate', json, 'json'],
    ['a body in brotli', brotliCompressSync(zip), 'br', zip, 'zip'],
    ['a gzip file in gzip', gzipSync(gzipSync(json)), 'gzip', json, 'json'],
    ['two gzip members', Buffer.concat([gzipSync('{"a":'), gzipSync('1}')]), undefined, Buffer.from('{"a":1}'), 'json'],
  ] as const)('keeps %s, plain, with the digest of what was sent', async (_, sent, contentEncoding, plain, media) => {
    const file = await receive(sent, contentEncoding);
    const kept = plain ?? sent;
    expect(file).toEqual({ spoolKey: file.spoolKey, media, size: kept.length, sha256: sha256(sent) });
    expect(await left()).toEqual([file.spoolKey]);
    expect(await readFile(join(folder, file.spoolKey))).toEqual(kept);
    expect((await stat(join(folder, file.spoolKey))).mode & 0o777).toBe(0o600);
    await spool.remove(file.spoolKey);
    await spool.remove(file.spoolKey);
    expect(await left()).toEqual([]);
  });

  const packed = gzipSync(jsonOf(5000, randomText));
  it.each([
    ['nothing', Buffer.alloc(0), undefined, 400, 'is empty'],
    ['gzip of nothing', gzipSync(''), undefined, 400, 'is empty'],
    ['white space', Buffer.from('  \n'), undefined, 400, 'is neither a JSON object nor a ZIP'],
    ['endless white space', Buffer.alloc(5000, ' '), undefined, 400, 'is neither a JSON object nor a ZIP'],
    ['a JSON array', Buffer.from('[1,2,3]'), undefined, 400, 'is neither a JSON object nor a ZIP'],
    ['HTML', Buffer.from('<html>{}</html>'), undefined, 400, 'is neither a JSON object nor a ZIP'],
    ['gzip of a text', gzipSync('hello world'), undefined, 400, 'is neither a JSON object nor a ZIP'],
    ['gzip in gzip in gzip', gzipSync(gzipSync(json)), undefined, 400, 'is neither a JSON object nor a ZIP'],
    ['cut off gzip', gzipSync(json).subarray(0, -9), undefined, 400, 'is not valid gzip, or was cut off'],
    ['a cut off gzip body', gzipSync(json).subarray(0, -1), 'gzip', 400, 'is not valid gzip, or was cut off'],
    ['damaged gzip', Buffer.concat([packed.subarray(0, 200), packed.subarray(300)]), 'gzip', 400, 'is not valid gzip'],
    ['a body that is not in gzip', json, 'gzip', 400, 'is not valid gzip'],
    ['what unpacks to too much', gzipSync(jsonOf(1_000_001, randomText)), 'gzip', 413, '(MAX_UNPACKED_BYTES)'],
    ['a gzip bomb', gzipSync(jsonOf(900_000)), undefined, 413, 'more than 10 times its size (MAX_ZIP_RATIO)'],
  ] as const)('refuses %s and keeps nothing', async (_, sent, contentEncoding, status, message) => {
    const refusal = await receive(sent, contentEncoding).catch((error: unknown) => error);
    expect(refusal).toMatchObject({ status, message: expect.stringContaining(message) });
    expect(await left()).toEqual([]);
  });

  it.each([
    ['plain', json, undefined],
    ['gzip', gzipSync(json), 'gzip'],
    ['a gzip file in brotli', brotliCompressSync(gzipSync(json)), 'br'],
  ] as const)('gives the digest of what it keeps where that is asked for: %s', async (_, sent, contentEncoding) => {
    const file = await spool.receive(chunksOf(sent), { contentEncoding, announcedBytes: undefined }, 'kept');
    expect(file.sha256).toBe(sha256(json));
  });

  it('accepts small files with a high compression ratio', async () => {
    expect(await receive(gzipSync(jsonOf(99_999)))).toMatchObject({ size: 99_999 });
  });

  it('reads to the end of the body even if the compressed data end before', async () => {
    let isRead = false;
    async function* body(): AsyncGenerator<Uint8Array> {
      yield gzipSync(json);
      yield Buffer.from('garbage');
      isRead = true;
      throw InvalidInputError.at('body.invalid_value', 'body', 'is not from who it says');
    }
    await expect(receive(body(), 'gzip')).rejects.toThrow(/is not from who it says|goes on after the end/);
    expect(isRead || (await left()).length === 0).toBe(true);
    expect(await left()).toEqual([]);
  });

  it.each([undefined, 'gzip'] as const)(
    'does not blame the body for what else fails while it comes (%s)',
    async (contentEncoding) => {
      const packed = gzipSync(jsonOf(50_000, randomText));
      async function* body(): AsyncGenerator<Uint8Array> {
        yield packed.subarray(0, 20_000);
        throw new Error('the database is away');
      }
      await expect(receive(body(), contentEncoding)).rejects.toThrow(/^the database is away$/);
      expect(await left()).toEqual([]);
    },
  );

  it('leaves no file if the body is incomplete, and stops reading a refused one', async () => {
    await expect(receive(broken())).rejects.toThrow('body: broke off');
    let isLeft = false;
    async function* endless(): AsyncGenerator<Uint8Array> {
      try {
        for (;;) yield Buffer.from('[1,2');
      } finally {
        isLeft = true;
      }
    }
    await expect(receive(endless())).rejects.toThrow('neither');
    expect(isLeft).toBe(true);
    expect(await left()).toEqual([]);
  });

  describe('on a full or failing disk', () => {
    it.each([
      ['write', 'ENOSPC'],
      ['sync', 'EDQUOT'],
    ] as const)('throws InsufficientStorageError and leaves no file (%s, %s)', async (method, code) => {
      await failing(method, code);
      await expect(receive(json)).rejects.toMatchObject({
        status: 507,
        faults: [
          { code: 'storage.full', context: 'storage', message: 'the disk is full; nothing of the file is kept' },
        ],
      });
      expect(await left()).toEqual([]);
    });

    it('aborts an upload that would use the reserve, and leaves no file', async () => {
      const sizes: number[] = [];
      let free = 9_000_000;
      jest.spyOn(disk, 'spaceOf').mockImplementation(() => Promise.resolve({ free, total: 20_000_000 }));
      async function* filling(): AsyncGenerator<Uint8Array> {
        for (const chunk of ['{', ' '.repeat(8_388_607), ' '.repeat(8_388_608), '}']) {
          free -= chunk.length;
          yield Buffer.from(chunk);
        }
      }
      const options = {
        contentEncoding: undefined,
        announcedBytes: undefined,
        reserve: (size: number) => sizes.push(size),
      };
      await expect(spool.receive(filling(), options)).rejects.toMatchObject({
        status: 507,
        faults: [
          {
            code: 'storage.full',
            context: 'storage',
            message:
              'the disk has no room for 8388608 bytes; 1000 bytes of it stay free (UPLOAD_DISK_RESERVE_BYTES); nothing of the file is kept',
          },
        ],
      });
      expect(sizes).toEqual([8_388_608, 16_777_216]);
      expect(await left()).toEqual([]);
    });

    it.each([
      ['announced', 6_000_000],
      ['not announced', undefined],
    ])('keeps the reserve free of parallel uploads, each smaller than what is free (%s)', async (_, announced) => {
      let free = 20_000_000;
      const reserve = 1000;
      jest.spyOn(disk, 'spaceOf').mockImplementation(() => Promise.resolve({ free, total: 40_000_000 }));
      async function* body(): AsyncGenerator<Uint8Array> {
        yield Buffer.from('{ ');
        for (let at = 0; at < 6; at++) {
          yield Buffer.alloc(1_000_000, ' ');
          free -= 1_000_000;
        }
      }
      const uploads = Array.from({ length: 12 }, () => receive(body(), undefined, announced && announced + 2));
      const statuses = (await Promise.allSettled(uploads)).map(({ status }) => status);
      expect(statuses.filter((it) => it === 'fulfilled')).toHaveLength(announced ? 3 : 2);
      expect(free).toBeGreaterThanOrEqual(reserve);
      // What was reserved is released.
      free = 8_388_608 + reserve;
      expect(await receive(json)).toMatchObject({ size: json.length });
    });

    it('aborts an upload with a known size if others fill the disk meanwhile', async () => {
      jest.spyOn(disk, 'spaceOf').mockResolvedValueOnce({ free: 30_000_000, total: 40_000_000 });
      jest.spyOn(disk, 'spaceOf').mockResolvedValue({ free: 999, total: 40_000_000 });
      const text = Buffer.from(jsonOf(9_000_000));
      await expect(receive(text, undefined, text.length)).rejects.toMatchObject({ status: 507 });
      expect(await left()).toEqual([]);
    });

    it('counts unpacked bytes of gzip against the reserve', async () => {
      jest.spyOn(disk, 'spaceOf').mockResolvedValueOnce({ free: 10_000_000, total: 20_000_000 });
      jest.spyOn(disk, 'spaceOf').mockResolvedValue({ free: 999, total: 20_000_000 });
      spool = new Spool(new FolderStore(folder), { ...limits, maxUnpackedBytes: 2e7, maxZipRatio: 2000 }, disk);
      await expect(receive(gzipSync(jsonOf(9_000_000)))).rejects.toMatchObject({ status: 507 });
      expect(await left()).toEqual([]);
    });

    it.each([
      ['1 GB', 10_000_000_000, 1_000_000_000],
      ['5 % of a large disk', 100_000_000_000, 5_000_000_000],
    ])('reserves %s unless the setting says otherwise', async (_, total, reserve) => {
      const unset = new UploadDisk(loadSettings({}));
      const space = jest.spyOn(unset, 'spaceOf').mockResolvedValue({ free: reserve + 10, total });
      await expect(unset.requireRoom(folder, 'one', 10, 10)).resolves.toBeUndefined();
      await expect(unset.requireRoom(folder, 'one', 11, 11)).rejects.toThrow(
        `the disk has no room for 11 bytes; ${reserve} bytes of it stay free (UPLOAD_DISK_RESERVE_BYTES)`,
      );
      expect(space).toHaveBeenCalledTimes(2);
    });

    it('throws other errors of the disk, and leaves no file', async () => {
      await failing('write', 'EIO');
      await expect(receive(json)).rejects.toThrow('EIO');
      expect(await left()).toEqual([]);
    });

    it('refuses a body that is larger than the free space before reading it', async () => {
      const bytes = Number.MAX_SAFE_INTEGER;
      await expect(receive(json, undefined, bytes)).rejects.toMatchObject({
        status: 507,
        message: expect.stringContaining(`no room for ${bytes} bytes`),
      });
      expect(await left()).toEqual([]);
    });
  });
});

it('refuses a file with 503 if SPOOL_DIR is no folder', async () => {
  const file = join(folder, 'a-file');
  await writeFile(file, '');
  spool = new Spool(new FolderStore(file), limits, disk);
  await expect(receive(json)).rejects.toMatchObject({ status: 503, detail: expect.stringContaining('EEXIST') });
  await expect(spool.open('a-key')).rejects.toMatchObject({ status: 503, detail: expect.stringContaining('ENOTDIR') });
});

function jsonOf(length: number, text: (length: number) => string = (it) => 'a'.repeat(it)): string {
  return `{"a":"${text(length - 8)}"}`;
}

function randomText(length: number): string {
  return randomBytes(length).toString('base64').slice(0, length);
}
