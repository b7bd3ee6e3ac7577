import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { bufferSource, fileSource } from './payload-source.js';
import { defaultReadLimits } from './read-limits.fixture.js';
import type { ReadLimits } from './read-limits.js';
import { UnpackBudget } from './unpack-budget.js';
import { openZip } from './zip-archive.js';
import { type ZipEntry, zipOf } from './zip.fixture.js';

const budgetOf = (limits: Partial<ReadLimits> = {}) => new UnpackBudget({ ...defaultReadLimits, ...limits });

const open = (entries: readonly ZipEntry[], limits: Partial<ReadLimits> = {}) =>
  openZip(bufferSource('a.zip', zipOf(entries)), budgetOf(limits));

async function textOf(stream: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of stream) {
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

describe('openZip', () => {
  it('gives its files in order, each to be opened as often as needed', async () => {
    const payloads = await open([
      { name: 'data/', content: '' },
      { name: 'data/users.json', content: 'first' },
      { name: '__MACOSX/data/._users.json', content: 'fork' },
      ...[
        '.DS_Store',
        'data/.DS_Store',
        'Thumbs.db',
        'data/DESKTOP.INI',
        '20260101_compstatus.csv',
        'compstatus.csv',
      ].map((name) => ({ name, content: 'junk' })),
      { name: 'größe.json', content: 'second', stored: true },
    ]);
    expect(payloads.map((payload) => payload.source?.name)).toEqual(['a.zip!data/users.json', 'a.zip!größe.json']);
    for (let time = 0; time < 2; time++) {
      const texts = await Promise.all(
        payloads.map((payload) => textOf(payload.source?.open() ?? (async function* () {})())),
      );
      expect(texts).toEqual(['first', 'second']);
    }
  });

  it('reads a ZIP on disk whose directory is longer than a block', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'zip-'));
    try {
      const path = join(folder, 'many.zip');
      const entries = Array.from({ length: 3000 }, (_, index) => ({
        name: `entry-${index}.json`,
        content: `n${index}`,
      }));
      await writeFile(path, zipOf(entries));
      const payloads = await openZip(await fileSource(path), budgetOf());
      expect(payloads).toHaveLength(3000);
      expect(await textOf(payloads[2999]?.source?.open() ?? (async function* () {})())).toBe('n2999');
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it.each(['../escape.json', '/etc/passwd', 'C:\\x.json', 'a\\..\\..\\x.json'])(
    'refuses the entry %s and keeps the others',
    async (name) => {
      const payloads = await open([
        { name, content: '{}' },
        { name: 'fine.json', content: '{}' },
      ]);
      expect(payloads.map(({ refusal }) => refusal)).toEqual(['has a name that leads out of the ZIP', undefined]);
    },
  );

  it('refuses an encrypted entry', async () => {
    const [payload] = await open([{ name: 'x.json', content: '{}', encrypted: true }]);
    expect(payload?.refusal).toBe('is encrypted; pack it without a password');
  });

  it('refuses an entry that unpacks to too many times its size, above a size where that matters', async () => {
    const zeros = Buffer.alloc(1_000_000, ' ');
    const limits = { ratioFromBytes: 500_000, maxZipRatio: 100 };
    const [payload] = await open([{ name: 'bomb.json', content: zeros }], limits);
    expect(payload?.refusal).toMatch(/^unpacks to \d+ times its size; at most 100 times is read \(MAX_ZIP_RATIO\)$/);
    const [small] = await open([{ name: 'small.json', content: zeros.subarray(0, 400_000) }], limits);
    expect(small?.refusal).toBeUndefined();
  });

  it('stops an entry that gives more than its directory says', async () => {
    const [payload] = await open([{ name: 'liar.json', content: 'x'.repeat(1000), statedSize: 10 }]);
    await expect(textOf(payload?.source?.open() ?? (async function* () {})())).rejects.toThrow('too many bytes');
  });

  it('tells where the checksum of an entry does not match what it gives', async () => {
    const [payload] = await open([{ name: 'damaged.json', content: 'x', stored: true, statedChecksum: 1 }]);
    await expect(textOf(payload?.source?.open() ?? (async function* () {})())).rejects.toThrow(
      'the checksum of the entry does not match; the ZIP is damaged',
    );
  });

  it('refuses a ZIP with too many entries or too many bytes as a whole', async () => {
    const entries = [1, 2, 3].map((number) => ({ name: `${number}.json`, content: 'x'.repeat(100) }));
    await expect(open(entries, { maxZipEntries: 2 })).rejects.toThrow(
      'is a ZIP with 3 entries; at most 2 of one file are read (MAX_ZIP_ENTRIES)',
    );
    await expect(open(entries, { maxUnpackedBytes: 299 })).rejects.toThrow(
      'unpacks to more bytes than are read of one file, 299 (MAX_UNPACKED_BYTES)',
    );
  });

  it('says why a damaged ZIP is not read', async () => {
    const whole = zipOf([{ name: 'x.json', content: '{}' }]);
    const cut = bufferSource('cut.zip', whole.subarray(0, -10));
    await expect(openZip(cut, budgetOf())).rejects.toThrow("is a ZIP that can't be read");
  });
});
