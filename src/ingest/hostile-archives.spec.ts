import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { gzipSync } from 'node:zlib';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { until } from '../../test/support/until.js';
import { source, TestIngest, usersFile } from './ingest.fixture.js';
import type { IngestProgress } from './ingest-progress.js';
import { type ZipEntry, zipOf } from './reading/zip.fixture.js';

const MIB = 1024 ** 2;

describe('a hostile or odd file, packed', () => {
  let ingest: TestIngest;

  beforeEach(() => {
    ingest = new TestIngest();
  });

  it('is read from gzip, from gzip in a ZIP and from a ZIP in a ZIP, and leaves nothing on disk', async () => {
    const before = await readdir(tmpdir());
    const inner = zipOf([{ name: 'c.json', content: usersFile('C') }]);
    const zip = zipOf([
      { name: 'a.json.gz', content: gzipSync(usersFile('A')) },
      { name: 'inner.zip', content: inner },
    ]);
    expect(await ingest.outcomes(gzipSync(usersFile('B')))).toEqual([['', 'complete', undefined]]);
    expect(await ingest.outcomes(zip)).toEqual([
      ['!a.json.gz', 'complete', undefined],
      ['!inner.zip!c.json', 'complete', undefined],
    ]);
    expect(await ingest.outcomes(gzipSync(inner))).toEqual([['!c.json', 'complete', undefined]]);
    expect(ingest.loadedIds()).toEqual([['B'], ['A'], ['C'], ['C']]);
    // Other suites have folders there: of other names, or for a moment.
    const made = (name: string) => /^graphward-\w{6}$/.test(name) && !before.includes(name);
    await until(async () => !(await readdir(tmpdir())).some(made));
  });

  it('is refused where it is packed too deep', async () => {
    const inner = zipOf([{ name: 'c.json', content: usersFile('C') }]);
    const reason = 'is packed 2 deep; at most 1 ZIP or gzip files in each other are read (MAX_ZIP_NESTING)';
    expect(await ingest.outcomes(zipOf([{ name: 'i.zip', content: inner }]), { maxZipNesting: 1 })).toEqual([
      ['!i.zip', 'failed', reason],
    ]);
    expect(await ingest.outcomes(gzipSync(gzipSync(usersFile('A'))), { maxZipNesting: 1 })).toEqual([
      ['', 'failed', reason],
    ]);
  });

  it('gives what came before the end of a gzip file that is cut', async () => {
    const records = Array.from({ length: 20_000 }, (_, index) => `{"ObjectIdentifier":"U${index * 7919}"}`);
    const packed = gzipSync(`{"meta":{"type":"users"},"data":[${records.join()}]}`);
    const [file] = await ingest.files(packed.subarray(0, packed.length / 2));
    expect(file).toMatchObject({
      status: 'incomplete',
      faults: [{ record: null, reason: 'could not be read to its end: unexpected end of file' }],
    });
    expect(file?.records).toBeGreaterThan(1000);
  });

  it('is refused where a cut gzip file does not say what its records are', async () => {
    const packed = gzipSync(usersFile('A', 'B', 'C'));
    expect(await ingest.outcomes(packed.subarray(0, packed.length - 12))).toEqual([
      [
        '',
        'failed',
        'could not be read: unexpected end of file; "meta", which comes last, is missing, so the type of its records is unknown; collect or upload the file again',
      ],
    ]);
  });

  it('stops a gzip bomb at the ratio, and at the bytes', async () => {
    const packed = gzipSync(`{"meta":{"type":"users"},"data":[${' '.repeat(40 * MIB)}]}`);
    const [byRatio] = await ingest.files(packed);
    expect(byRatio).toMatchObject({ status: 'failed', changes: null });
    expect(byRatio?.faults[0]?.reason).toMatch(
      /^unpacks to \d{3,} times its size; at most 250 times is read \(MAX_ZIP_RATIO\)$/,
    );
    expect(await ingest.outcomes(packed, { maxZipRatio: 2000, maxUnpackedBytes: 30 * MIB })).toEqual([
      ['', 'failed', `unpacks to more bytes than are read of one file, ${30 * MIB} (MAX_UNPACKED_BYTES)`],
    ]);
    expect(ingest.writer.payloads).toEqual([]);
  });

  it('stops a ZIP of many small bombs as a whole', async () => {
    const content = Buffer.alloc(9 * MIB, ' ');
    const [file] = await ingest.files(zipOf([1, 2].map((number) => ({ name: `${number}.json`, content }))));
    expect(file?.faults[0]?.reason).toMatch(/^unpacks to \d+ times its size; at most 250 times is read/);
  });

  it('counts entries and bytes over the ZIPs inside a ZIP', async () => {
    const inner = zipOf([
      { name: 'a.json', content: usersFile('A') },
      { name: 'b.json', content: usersFile('B') },
    ]);
    const zip = zipOf([
      { name: 'first.zip', content: inner },
      { name: 'second.zip', content: inner },
    ]);
    const limited = await ingest.outcomes(zip, { maxZipEntries: 4 });
    expect(limited).toEqual([
      ['!first.zip!a.json', 'complete', undefined],
      ['!first.zip!b.json', 'complete', undefined],
      ['!second.zip', 'failed', 'is a ZIP with 2 entries; at most 4 of one file are read (MAX_ZIP_ENTRIES)'],
    ]);
    const most = inner.length * 2 + usersFile('A').length * 2;
    const second = (await ingest.outcomes(zip, { maxUnpackedBytes: most })).at(-1);
    expect(second?.[2]).toBe(`unpacks to more bytes than are read of one file, ${most} (MAX_UNPACKED_BYTES)`);
  });

  it('is refused where entries share their bytes', async () => {
    const entry: ZipEntry = { name: 'a.json', content: usersFile('A') };
    expect(await ingest.outcomes(zipOf([entry, { ...entry, name: 'b.json', sharesFirst: true }]))).toEqual([
      ['', 'failed', 'is a ZIP whose entries share their bytes: a.json and b.json'],
    ]);
  });

  it('is kept up to where it gives more than its directory says', async () => {
    const content = `{"meta":{"type":"users"},"data":[{"ObjectIdentifier":"A"}${' '.repeat(100_000)}]}`;
    const [file] = await ingest.files(zipOf([{ name: 'a.json', content, statedSize: 100 }]));
    expect(file).toMatchObject({ status: 'failed', records: 0 });
    expect(file?.faults[0]?.reason).toContain('too many bytes in the stream. expected 100');
  });

  it('is never looked for under the names of its entries, which are told without control characters', async () => {
    const link = { name: 'link.json', content: '/etc/passwd', mode: 0o120777 };
    const names = ['../x', '/x', 'C:\\x', 'a\\..\\..\\x', 'a\0b.json', 'a\u001b[2J.json'];
    const zip = zipOf([...names.map((name) => ({ name, content: usersFile('X') })), link]);
    const out = 'has a name that leads out of the ZIP';
    expect(await ingest.outcomes(zip)).toEqual([
      ['!../x', 'failed', out],
      ['!/x', 'failed', out],
      ['!C:/x', 'failed', out],
      ['!a/../../x', 'failed', out],
      ['!a\uFFFDb.json', 'failed', 'has control characters in its name'],
      ['!a\uFFFD[2J.json', 'failed', 'has control characters in its name'],
      ['!link.json', 'failed', 'is a symbolic link; pack the file that it leads to'],
    ]);
    expect(ingest.writer.payloads).toEqual([]);
  });

  it('is read entry by entry where several have one name', async () => {
    const zip = zipOf(['A', 'B'].map((id) => ({ name: 'users.json', content: usersFile(id) })));
    expect(await ingest.outcomes(zip)).toEqual([
      ['!users.json', 'complete', undefined],
      ['!users.json#2', 'complete', undefined],
    ]);
    expect(ingest.loadedIds()).toEqual([['A'], ['B']]);
  });

  it('has a report that does not grow with its entries', async () => {
    const bad = JSON.stringify({ data: Array.from({ length: 900 }, () => ({})), meta: { type: 'users', version: 6 } });
    const files = await ingest.files(
      zipOf(Array.from({ length: 30 }, (_, index) => ({ name: `${index}`, content: bad }))),
    );
    expect(files.map(({ faultCount }) => faultCount)).toEqual(files.map(() => 900));
    expect(files.map(({ faults }) => faults.length)).toEqual(
      files.map((_, index) => (index < 22 ? 900 : index === 22 ? 200 : 1)),
    );
  });

  it('is read as ZIP64', async () => {
    expect(await ingest.outcomes(zipOf([{ name: 'a.json', content: usersFile('A'), zip64: true }]))).toEqual([
      ['!a.json', 'complete', undefined],
    ]);
  });

  it('shows how far it has come in bytes of the gzip file', async () => {
    const packed = gzipSync(usersFile('A', 'B'));
    const seen: IngestProgress[] = [];
    await ingest.service.ingest([source('a.json.gz', packed)], { onProgress: (progress) => seen.push(progress) });
    const { length } = packed;
    expect(seen.at(-1)).toEqual({ path: 'a.json.gz', bytes: length, totalBytes: length, isRead: true });
    expect(seen.every(({ bytes }) => bytes <= packed.length)).toBe(true);
  });
});
