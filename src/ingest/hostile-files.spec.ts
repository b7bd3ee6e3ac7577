import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { IngestService } from './ingest.service.js';
import type { IngestProgress } from './ingest-progress.js';
import { bufferSource, type PayloadSource } from './readers/payload-source.js';
import { defaultReadLimits, type ReadLimits } from './readers/read-limits.js';
import { type ZipEntry, zipOf } from './readers/zip.fixture.js';
import { RecordingLoader } from './recording-loader.fixture.js';

const meta = { type: 'users', version: 6 };
const users = (...ids: readonly string[]) =>
  JSON.stringify({ data: ids.map((id) => ({ ObjectIdentifier: id })), meta: { ...meta, count: ids.length } });
const recordText = (record: string) => `{"meta":{"type":"users"},"data":[${record},{"ObjectIdentifier":"LAST"}]}`;

const record = (id: string) => `{"ObjectIdentifier":"${id}"}`;

const MIB = 1024 ** 2;

describe('a hostile or odd file', () => {
  let loader: RecordingLoader;
  let service: IngestService;

  beforeEach(() => {
    loader = new RecordingLoader();
    service = new IngestService(loader);
  });

  const ingest = async (content: string | Buffer, limits: Partial<ReadLimits> = {}) => {
    const source = bufferSource('x', Buffer.from(content));
    return (await service.ingest([source], { limits: { ...defaultReadLimits, ...limits } })).files;
  };

  /** Each payload as `status, first reason`, by the name inside the file. */
  const outcomes = async (content: string | Buffer, limits: Partial<ReadLimits> = {}) =>
    (await ingest(content, limits)).map(({ path, status, faults }) => [path.slice(1), status, faults[0]?.reason]);

  const loadedIds = () => loader.payloads.map(({ nodes }) => nodes.map(({ objectid }) => objectid));

  describe('packed', () => {
    it('is read from gzip, from gzip in a ZIP and from a ZIP in a ZIP, and leaves nothing on disk', async () => {
      const before = await readdir(tmpdir());
      const inner = zipOf([{ name: 'c.json', content: users('C') }]);
      const zip = zipOf([
        { name: 'a.json.gz', content: gzipSync(users('A')) },
        { name: 'inner.zip', content: inner },
      ]);
      expect(await outcomes(gzipSync(users('B')))).toEqual([['', 'complete', undefined]]);
      expect(await outcomes(zip)).toEqual([
        ['!a.json.gz', 'complete', undefined],
        ['!inner.zip!c.json', 'complete', undefined],
      ]);
      expect(await outcomes(gzipSync(inner))).toEqual([['!c.json', 'complete', undefined]]);
      expect(loadedIds()).toEqual([['B'], ['A'], ['C'], ['C']]);
      const made = (await readdir(tmpdir())).filter((name) => name.startsWith('graphward-') && !before.includes(name));
      expect(made).toEqual([]);
    });

    it('is refused where it is packed too deep', async () => {
      const inner = zipOf([{ name: 'c.json', content: users('C') }]);
      const reason = 'is packed 2 deep; at most 1 ZIP or gzip files in each other are read (MAX_ZIP_NESTING)';
      expect(await outcomes(zipOf([{ name: 'i.zip', content: inner }]), { maxNesting: 1 })).toEqual([
        ['!i.zip', 'failed', reason],
      ]);
      expect(await outcomes(gzipSync(gzipSync(users('A'))), { maxNesting: 1 })).toEqual([['', 'failed', reason]]);
    });

    it('gives what came before the end of a gzip file that is cut', async () => {
      const records = Array.from({ length: 20_000 }, (_, index) => `{"ObjectIdentifier":"U${index * 7919}"}`);
      const packed = gzipSync(`{"meta":{"type":"users"},"data":[${records.join()}]}`);
      const [file] = await ingest(packed.subarray(0, packed.length / 2));
      expect(file).toMatchObject({
        status: 'incomplete',
        faults: [{ record: null, reason: 'could not be read to its end: unexpected end of file' }],
      });
      expect(file?.records).toBeGreaterThan(1000);
    });

    it('is refused where a cut gzip file does not say what its records are', async () => {
      const packed = gzipSync(users('A', 'B', 'C'));
      expect(await outcomes(packed.subarray(0, packed.length - 12))).toEqual([
        ['', 'failed', 'could not be read: unexpected end of file'],
      ]);
    });

    it('stops a gzip bomb at the ratio, and at the bytes', async () => {
      const packed = gzipSync(`{"meta":{"type":"users"},"data":[${' '.repeat(40 * MIB)}]}`);
      const [byRatio] = await ingest(packed);
      expect(byRatio).toMatchObject({ status: 'failed', changes: null });
      expect(byRatio?.faults[0]?.reason).toMatch(
        /^unpacks to \d{3,} times its size; at most 250 times is read \(MAX_ZIP_RATIO\)$/,
      );
      expect(await outcomes(packed, { maxZipRatio: 2000, maxUnpackedBytes: 30 * MIB })).toEqual([
        ['', 'failed', `unpacks to more bytes than are read of one file, ${30 * MIB} (MAX_UNPACKED_BYTES)`],
      ]);
      expect(loader.payloads).toEqual([]);
    });

    it('stops a ZIP of many small bombs as a whole', async () => {
      const content = Buffer.alloc(9 * MIB, ' ');
      const [file] = await ingest(zipOf([1, 2].map((number) => ({ name: `${number}.json`, content }))));
      expect(file?.faults[0]?.reason).toMatch(/^unpacks to \d+ times its size; at most 250 times is read/);
    });

    it('counts entries and bytes over the ZIPs inside a ZIP', async () => {
      const inner = zipOf([
        { name: 'a.json', content: users('A') },
        { name: 'b.json', content: users('B') },
      ]);
      const zip = zipOf([
        { name: 'first.zip', content: inner },
        { name: 'second.zip', content: inner },
      ]);
      const limited = await outcomes(zip, { maxZipEntries: 4 });
      expect(limited).toEqual([
        ['!first.zip!a.json', 'complete', undefined],
        ['!first.zip!b.json', 'complete', undefined],
        ['!second.zip', 'failed', 'is a ZIP with 2 entries; at most 4 of one file are read (MAX_ZIP_ENTRIES)'],
      ]);
      const most = inner.length * 2 + users('A').length * 2;
      const second = (await outcomes(zip, { maxUnpackedBytes: most })).at(-1);
      expect(second?.[2]).toBe(`unpacks to more bytes than are read of one file, ${most} (MAX_UNPACKED_BYTES)`);
    });

    it('is refused where entries share their bytes', async () => {
      const entry: ZipEntry = { name: 'a.json', content: users('A') };
      expect(await outcomes(zipOf([entry, { ...entry, name: 'b.json', sharesFirst: true }]))).toEqual([
        ['', 'failed', 'is a ZIP whose entries share their bytes: a.json and b.json'],
      ]);
    });

    it('is kept up to where it gives more than its directory says', async () => {
      const content = `{"meta":{"type":"users"},"data":[{"ObjectIdentifier":"A"}${' '.repeat(100_000)}]}`;
      const [file] = await ingest(zipOf([{ name: 'a.json', content, statedSize: 100 }]));
      expect(file).toMatchObject({ status: 'failed', records: 0 });
      expect(file?.faults[0]?.reason).toContain('too many bytes in the stream. expected 100');
    });

    it('is never looked for under the names of its entries, which are told without control characters', async () => {
      const link = { name: 'link.json', content: '/etc/passwd', mode: 0o120777 };
      const names = ['../x', '/x', 'C:\\x', 'a\\..\\..\\x', 'a\0b.json', 'a\u001b[2J.json'];
      const zip = zipOf([...names.map((name) => ({ name, content: users('X') })), link]);
      const out = 'has a name that leads out of the ZIP';
      expect(await outcomes(zip)).toEqual([
        ['!../x', 'failed', out],
        ['!/x', 'failed', out],
        ['!C:/x', 'failed', out],
        ['!a/../../x', 'failed', out],
        ['!a\uFFFDb.json', 'failed', 'has control characters in its name'],
        ['!a\uFFFD[2J.json', 'failed', 'has control characters in its name'],
        ['!link.json', 'failed', 'is a symbolic link; pack the file that it leads to'],
      ]);
      expect(loader.payloads).toEqual([]);
    });

    it('is read entry by entry where several have one name', async () => {
      const zip = zipOf(['A', 'B'].map((id) => ({ name: 'users.json', content: users(id) })));
      expect(await outcomes(zip)).toEqual([
        ['!users.json', 'complete', undefined],
        ['!users.json#2', 'complete', undefined],
      ]);
      expect(loadedIds()).toEqual([['A'], ['B']]);
    });

    it('has a report that does not grow with its entries', async () => {
      const bad = JSON.stringify({ data: Array.from({ length: 900 }, () => ({})), meta });
      const files = await ingest(zipOf(Array.from({ length: 30 }, (_, index) => ({ name: `${index}`, content: bad }))));
      expect(files.map(({ faultCount }) => faultCount)).toEqual(files.map(() => 900));
      expect(files.map(({ faults }) => faults.length)).toEqual(
        files.map((_, index) => (index < 22 ? 900 : index === 22 ? 200 : 1)),
      );
    });

    it('is read as ZIP64', async () => {
      expect(await outcomes(zipOf([{ name: 'a.json', content: users('A'), zip64: true }]))).toEqual([
        ['!a.json', 'complete', undefined],
      ]);
    });

    it('shows how far it has come in bytes of the gzip file', async () => {
      const packed = gzipSync(users('A', 'B'));
      const seen: IngestProgress[] = [];
      await service.ingest([bufferSource('a.json.gz', packed)], { onProgress: (progress) => seen.push(progress) });
      const { length } = packed;
      expect(seen.at(-1)).toEqual({ path: 'a.json.gz', bytes: length, totalBytes: length, isRead: true });
      expect(seen.every(({ bytes }) => bytes <= packed.length)).toBe(true);
    });
  });

  describe('of JSON', () => {
    it.each([
      ['', 'is empty'],
      ['{', 'ends too early, at byte 1, at the top level'],
      ['{}', 'has neither "data" and "meta" nor "graph"; it is no collector file'],
      ['[['.repeat(100_000), 'is not a JSON object: expected {"data": [...], "meta": {...}} or {"graph": {...}}'],
      [`{"meta":${'['.repeat(100_000)}`, 'ends too early, at byte 100008, at the top level'],
      [
        `{"meta":${'['.repeat(100)}${']'.repeat(100)},"data":[]}`,
        'meta is nested deeper than 64 levels (MAX_JSON_DEPTH)',
      ],
      ['{"meta":{"type":"users"},"data":[],"meta":{"type":"groups"}}', 'has several "meta" of different types'],
      ['{"data":[],"x":{"meta":{"type":"users"}}', 'ends too early, at byte 40, at the top level'],
    ])('is refused: %.60s', async (text, reason) => {
      expect(await outcomes(text)).toEqual([['', 'failed', reason]]);
      expect(loadedIds().flat()).toEqual([]);
    });

    it.each([
      [`${'['.repeat(1_000_000)}${']'.repeat(1_000_000)}`, 'is nested deeper than 64 levels (MAX_JSON_DEPTH)'],
      [`"${'x'.repeat(65 * MIB)}"`, `is larger than ${64 * MIB} bytes (MAX_RECORD_BYTES)`],
      ['{"ObjectIdentifier":01}', 'is not valid JSON'],
      ['[1]', 'expected an object'],
    ])('loses the record %.20s and no other', async (record, reason) => {
      const [file] = await ingest(recordText(record));
      expect(file).toMatchObject({ status: 'complete', records: 2, faultCount: 1 });
      expect(file?.faults).toMatchObject([{ list: 'data', record: 0, field: null, reason }]);
      expect(loadedIds()).toEqual([['LAST']]);
    });

    it('loses texts that are too long, and names their places', async () => {
      const long = 'ü'.repeat(300);
      const properties = { name: 'ada', description: long, list: ['a', long], [long]: 1 };
      const [file] = await ingest(recordText(JSON.stringify({ ObjectIdentifier: 'U1', Properties: properties })), {
        maxStringLength: 299,
      });
      const reason = 'is a text of 300 characters; at most 299 are read (MAX_STRING_LENGTH)';
      expect(file?.faults.map((fault) => [fault.record, fault.field, fault.reason])).toEqual([
        [0, 'Properties.description', reason],
        [0, 'Properties.list[1]', reason],
        [0, `Properties.${'ü'.repeat(100)}...`, reason],
      ]);
      expect(loader.payloads[0]?.nodes[0]).toMatchObject({
        objectid: 'U1',
        properties: { name: 'ADA', list: ['a'] },
      });
      const fits = recordText(JSON.stringify({ ObjectIdentifier: 'U1', Properties: properties }));
      expect((await ingest(fits, { maxStringLength: 300 }))[0]?.faultCount).toBe(0);
    });

    it('has what is no UTF-8 replaced, and says so', async () => {
      const text = Buffer.from(recordText('{"ObjectIdentifier":"U1","Properties":{"name":"M\u00fcller"}}'), 'latin1');
      const [file] = await ingest(text);
      expect(file).toMatchObject({ status: 'complete', faultCount: 1 });
      expect(file?.faults[0]).toMatchObject({
        record: 0,
        field: null,
        reason: 'has bytes that are no text in its encoding; U+FFFD stands in their place',
      });
      expect(loader.payloads[0]?.nodes[0]?.properties).toMatchObject({ name: 'M\uFFFDLLER' });
    });

    it('gives what PostgreSQL can store, whatever JSON allows', async () => {
      const record = String.raw`{"ObjectIdentifier":"U\u0000\ud800","ObjectIdentifier":"U\u0000","Properties":
        {"big":1e400,"huge":123456789012345678901234567890,"a\u0000":"\udfff","ok":"\ud83d\ude00","__proto__":{"x":1}}}`;
      const [file] = await ingest(recordText(record));
      expect(file?.faults.map(({ field }) => field)).toEqual(['ObjectIdentifier', 'Properties.a\uFFFD']);
      expect(loader.payloads[0]?.nodes[0]?.objectid).toBe('U\uFFFD');
      expect(Object.entries(loader.payloads[0]?.nodes[0]?.properties ?? {})).toEqual([
        ['huge', 1.2345678901234568e29],
        ['a\uFFFD', '\uFFFD'],
        ['ok', '\u{1F600}'],
        ['__proto__.x', 1],
      ]);
    });

    it('has faults that PostgreSQL can store, too', async () => {
      const graph = { nodes: [{ id: 'A', kinds: ['K'], properties: { [`${'x'.repeat(488)}\u{1F600}\0`]: {} } }] };
      const [file] = await ingest(JSON.stringify({ graph }));
      expect(file?.faults.at(-1)?.field).toBe(`properties.${'x'.repeat(488)}\uFFFD...`);
    });

    it('is taken although meta.count contradicts, and says so', async () => {
      const text = JSON.stringify({ data: [{ ObjectIdentifier: 'A' }], meta: { ...meta, count: 5 } });
      expect(await outcomes(text)).toEqual([['', 'complete', 'has 1 records where meta.count says 5']]);
    });

    it('keeps what came before it breaks although its meta comes last', async () => {
      const text = '{"data":[{"ObjectIdentifier":"A"},{"ObjectIdentifier":"B"} oops],"meta":{"type":"users"}}';
      expect(await outcomes(text)).toEqual([
        ['', 'incomplete', 'is not valid JSON: unexpected "o" at byte 59, inside data[2]'],
      ]);
      expect(loadedIds()).toEqual([['A', 'B']]);
    });
  });

  describe('of more than 4 GiB', () => {
    const blank = Buffer.alloc(4 * MIB, ' ');
    /** White space between the texts; the size in all is that of `size`. */
    function wide(size: number, first: string, second: string): PayloadSource {
      const gap = size - first.length - second.length;
      return {
        name: 'wide.json',
        size,
        isSeekable: true,
        open: (range) =>
          Readable.from(
            (function* () {
              if (range && range.start >= first.length + gap) {
                yield Buffer.from(second).subarray(range.start - first.length - gap);
                return;
              }
              if (range) {
                yield Buffer.concat([blank.subarray(0, first.length + gap - range.start), Buffer.from(second)]);
                return;
              }
              yield Buffer.from(first);
              for (let left = gap; left > 0; left -= blank.length) {
                yield left < blank.length ? blank.subarray(0, left) : blank;
              }
              yield Buffer.from(second);
            })(),
          ),
      };
    }

    it('is read to its end, and its meta is found without a reading of its own', async () => {
      const size = 2 ** 32 + 1000;
      const source = wide(size, `{"data":[${record('A')},`, `${record('B')},nonsense],"meta":{"type":"users"}}`);
      let opened = 0;
      const counted: PayloadSource = { ...source, open: (range) => ((opened += range ? 0 : 1), source.open(range)) };
      const { files } = await service.ingest([counted]);
      expect(files[0]).toMatchObject({ status: 'complete', records: 3, faultCount: 1 });
      expect(files[0]?.faults).toMatchObject([{ record: 2, reason: 'is not valid JSON' }]);
      expect(loadedIds()).toEqual([['A', 'B']]);
      // The kind of file, the beginning of its text, and its records.
      expect(opened).toBe(3);
    }, 300_000);
  });
});
