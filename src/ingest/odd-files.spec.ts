import { gzipSync } from 'node:zlib';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { TestIngest } from './ingest.fixture.js';

const record = (id: string) => `{"ObjectIdentifier":"${id}"}`;
const group = (id: string) => `{"kind":"AZGroup","data":{"id":"${id}"}}`;
const graph = (id: string) => `"graph":{"nodes":[{"id":"${id}","kinds":["K"]}]}`;

describe('a file in which something is odd', () => {
  let ingest: TestIngest;

  beforeEach(() => {
    ingest = new TestIngest();
  });

  it.each([
    ['{"type":"users","version":7}', 'meta.version', 'is 7, which is not known; the records were read as of version 6'],
    ['{"type":"users","Version":4}', 'meta.version', 'is 4, which is not known; the records were read as of version 5'],
    ['{"type":"azure","version":6}', 'meta.version', 'is 6, which is not known; the records were read as of version 5'],
    ['{"type":"users","version":"six"}', 'meta.version', 'expected a whole number'],
    ['{"type":"users","version":6,"methods":{}}', 'meta.methods', 'expected a whole number'],
    [
      '{"type":"users","version":6,"about":1e400}',
      'meta.about',
      'is 1e400, a number larger than a double holds; it is left out',
    ],
  ])('is read, and told of, with the meta %s', async (text, field, reason) => {
    const azure = text.includes('azure');
    const data = azure ? '{"kind":"AZGroup","data":{"id":"A"}}' : record('A');
    for (const file of [`{"meta":${text},"data":[${data}]}`, `{"data":[${data}],"meta":${text}}`]) {
      const report = await ingest.one('x', file);
      expect(report).toMatchObject({ status: 'complete', records: 1, faultCount: 1 });
      expect(report.faults).toMatchObject([{ list: null, record: null, field, reason }]);
    }
    expect(ingest.loadedIds()).toEqual([['A'], ['A']]);
  });

  it.each([
    '{"type":"users","version":5}',
    '{"type":"users","version":6}',
    '{"type":"users"}',
    '{"type":"azure","version":0}',
    '{"type":"azure","version":5}',
  ])('is taken as it is with the meta %s', async (text) => {
    expect((await ingest.one('x', `{"meta":${text},"data":[]}`))?.faults).toEqual([]);
  });

  it.each(['\\u0000', '\\ud800', '\\uDFFF', '\\ude00\\ud83d'])(
    'loses no record to the text %s, and says so',
    async (escape) => {
      const text = `{"meta":{"type":"users"},"data":[${record('A')},{"ObjectIdentifier":"B","Properties":{"name":"x${escape}","o":["\\ud83d\\ude00","\\\\u0000"]}}]}`;
      const file = await ingest.one('x', text);
      const reason =
        'has NUL or half of a surrogate pair, which the database has no text with; U+FFFD stands in its place';
      expect(file).toMatchObject({ status: 'complete', records: 2, faultCount: 1 });
      expect(file.faults).toMatchObject([{ list: 'data', record: 1, field: 'Properties.name', reason }]);
      const { name, o } = ingest.writer.payloads[0]?.nodes[1]?.properties ?? {};
      expect([String(name).replaceAll('\uFFFD', '?').slice(0, 2), o]).toEqual(['X?', ['\u{1F600}', '\\u0000']]);
    },
  );

  it.each(['utf16le', 'utf16be'])(
    'loses no record to half of a surrogate pair in %s, and says so',
    async (encoding) => {
      const text = `\uFEFF{"meta":{"type":"users"},"data":[${record('A')},{"ObjectIdentifier":"B","Properties":{"name":"x\ud83dy"}},${record('C')}]}`;
      const bytes = Buffer.from(text, 'utf16le');
      const file = await ingest.one('x', encoding === 'utf16le' ? bytes : bytes.swap16());
      const reason = 'has bytes that are no text in its encoding; U+FFFD stands in their place';
      expect(file).toMatchObject({ status: 'complete', records: 3, faultCount: 1 });
      expect(file.faults).toMatchObject([{ list: 'data', record: 1, field: null, reason }]);
      expect(ingest.writer.payloads[0]?.nodes[1]?.properties).toMatchObject({ name: 'X\uFFFDY' });
      expect(ingest.loadedIds()).toEqual([['A', 'B', 'C']]);
    },
  );

  it.each([
    [`{"data":[${record('A')},{"Obj`, 'ends too early, at byte 39, at the top level'],
    [`{"data":[${record('A')}],"meta":{"type":"us`, 'ends too early, at byte 53, at the top level'],
    [`{"data":[${record('A')}`, 'ends too early, at byte 33, at the top level'],
    ['{"data":[{"Members":[', 'ends too early, at byte 21, at the top level'],
  ])("can't be read if it is cut before it says what its records are, and says so: %s", async (text, reason) => {
    const file = await ingest.one('x', text);
    expect(file).toMatchObject({ status: 'failed', records: 0, changes: null, faultCount: 1 });
    expect(file.faults[0]?.reason).toBe(
      `${reason}; "meta", which comes last, is missing, so the type of its records is unknown; collect or upload the file again`,
    );
  });

  it('is read as far as it goes if it is cut and named azurehound.json, also with gzip', async () => {
    const text = `{\n"data": [\n${group('A')},${group('B')},{"kind":"AZUs`;
    expect(await ingest.one('20260101_AzureHound.json', text)).toMatchObject({
      status: 'incomplete',
      format: 'azurehound',
      records: 2,
      faults: [
        {
          record: null,
          reason:
            'ends too early, at byte 99, inside data[2]; "meta", which comes last, is missing; its records are read as azure, because the file is named so',
        },
      ],
    });
    const packed = gzipSync(`{"data":[${Array.from({ length: 9000 }, (_, i) => group(`G${i * 7919}`)).join()}]`);
    const cut = await ingest.one('azurehound.json.gz', packed.subarray(0, packed.length / 2));
    expect(cut).toMatchObject({
      status: 'incomplete',
      faults: [{ reason: expect.stringMatching(/^could not be read to its end: unexpected end of file; "meta", /) }],
    });
    expect(cut.records).toBeGreaterThan(1000);
    expect(ingest.loadedIds()[0]).toEqual(['A', 'B']);
  });

  it.each(['20260101_users.json', 'in/USERS.JSON', 'all.zip!2026_users.json', 'all.zip!a/users.json#2'])(
    'is read as far as it goes if it is cut and named %s',
    async (name) => {
      const file = await ingest.one(name, `{"data":[${record('A')},${record('B')},{"ObjectId`);
      expect(file).toMatchObject({ status: 'incomplete', format: 'sharphound', type: 'users', records: 2 });
      expect(file.faults.map(({ reason }) => reason)).toEqual([
        'ends too early, at byte 69, inside data[2]; "meta", which comes last, is missing; its records are read as users, because the file is named so',
      ]);
    },
  );

  it.each([
    ['{"data":[{"ObjectIdentifier":"A","Links":[{"GUID":"', 51, 'inside data[0]'],
    ['{"data":[', 9, 'inside data[0]'],
  ])(
    'is failed, with the place of the cut, if it is named and cut before its first record ends: %s',
    async (text, byte, place) => {
      const file = await ingest.one('20260101_ous.json', text);
      expect(file).toMatchObject({ status: 'failed', format: 'sharphound', type: 'ous', records: 0 });
      expect(file.faults.map(({ reason }) => reason)).toEqual([
        `ends too early, at byte ${byte}, ${place}; "meta", which comes last, is missing; its records are read as ous, because the file is named so`,
      ]);
    },
  );

  it.each(['mailusers.json', 'users.json.txt', 'azure.json', 'usershound.json'])(
    'is refused if it is cut and named %s',
    async (name) => {
      expect(await ingest.one(name, `{"data":[${record('A')},{"ObjectId`)).toMatchObject({
        status: 'failed',
        records: 0,
      });
    },
  );

  it('is read without a list of OpenGraph that is null', async () => {
    for (const lists of ['"nodes":[{"id":"n1","kinds":[]}],"edges":null', '"nodes":null,"edges":[]'])
      expect(await ingest.one('x', `{"graph":{${lists}}}`)).toMatchObject({ status: 'complete', faults: [] });
    expect(ingest.loadedIds()).toEqual([['n1']]);
    const nothing = await ingest.one('x', '{"graph":{"nodes":null,"edges":null}}');
    expect(nothing).toMatchObject({
      status: 'failed',
      faults: [{ reason: 'has nothing in graph.nodes and graph.edges' }],
    });
  });

  it('has every list read where it has several, and says so', async () => {
    const reason = 'occurs more than once; all records are read and numbered consecutively';
    const file = await ingest.one(
      'x',
      `{"meta":{"type":"users"},"data":[${record('A')}],"Data":[${record('B')},3],"data":[${record('C')}]}`,
    );
    expect(file).toMatchObject({ status: 'complete', records: 4 });
    expect(file.faults).toMatchObject([
      { list: null, record: null, field: 'data', reason },
      { list: 'data', record: 2, field: null, reason: 'expected an object' },
    ]);
    expect(ingest.loadedIds()).toEqual([['A', 'B', 'C']]);
    const open = await ingest.one('x', `{${graph('E')},${graph('F')}}`);
    expect(open.faults.map(({ field }) => field)).toEqual(['graph.nodes']);
    expect(ingest.loadedIds().at(-1)).toEqual(['E', 'F']);
  });
});
