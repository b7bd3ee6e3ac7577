import { beforeEach, describe, expect, it } from '@jest/globals';
import { TestIngest } from './ingest.fixture.js';

const MIB = 1024 ** 2;
const meta = { type: 'users', version: 6 };
const recordText = (record: string) => `{"meta":{"type":"users"},"data":[${record},{"ObjectIdentifier":"LAST"}]}`;

describe('a hostile or odd file of JSON', () => {
  let ingest: TestIngest;

  beforeEach(() => {
    ingest = new TestIngest();
  });

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
    expect(await ingest.outcomes(text)).toEqual([['', 'failed', reason]]);
    expect(ingest.loadedIds().flat()).toEqual([]);
  });

  it.each([
    [`${'['.repeat(1_000_000)}${']'.repeat(1_000_000)}`, 'is nested deeper than 64 levels (MAX_JSON_DEPTH)'],
    [`"${'x'.repeat(65 * MIB)}"`, `is larger than ${64 * MIB} bytes (MAX_RECORD_BYTES)`],
    ['{"ObjectIdentifier":01}', 'is not valid JSON: unexpected "1" at byte 54'],
    ['[1]', 'expected an object'],
  ])('loses the record %.20s and no other', async (record, reason) => {
    const [file] = await ingest.files(recordText(record));
    expect(file).toMatchObject({ status: 'complete', records: 2, faultCount: 1 });
    expect(file?.faults).toMatchObject([{ list: 'data', record: 0, field: null, reason }]);
    expect(ingest.loadedIds()).toEqual([['LAST']]);
  });

  it('loses texts that are too long, and names their places', async () => {
    const long = 'ü'.repeat(300);
    const properties = { name: 'ada', description: long, list: ['a', long], [long]: 1 };
    const [file] = await ingest.files(recordText(JSON.stringify({ ObjectIdentifier: 'U1', Properties: properties })), {
      maxStringLength: 299,
    });
    const reason = 'is a text of 300 characters; at most 299 are read (MAX_STRING_LENGTH)';
    expect(file?.faults.map((fault) => [fault.record, fault.field, fault.reason])).toEqual([
      [0, 'Properties.description', reason],
      [0, 'Properties.list[1]', reason],
      [0, `Properties.${'ü'.repeat(100)}...`, reason],
    ]);
    expect(ingest.writer.payloads[0]?.nodes[0]).toMatchObject({
      objectid: 'U1',
      properties: { name: 'ADA', list: ['a'] },
    });
    const fits = recordText(JSON.stringify({ ObjectIdentifier: 'U1', Properties: properties }));
    expect((await ingest.files(fits, { maxStringLength: 300 }))[0]?.faultCount).toBe(0);
  });

  it('has what is no UTF-8 replaced, and says so', async () => {
    const text = Buffer.from(recordText('{"ObjectIdentifier":"U1","Properties":{"name":"M\u00fcller"}}'), 'latin1');
    const [file] = await ingest.files(text);
    expect(file).toMatchObject({ status: 'complete', faultCount: 1 });
    expect(file?.faults[0]).toMatchObject({
      record: 0,
      field: null,
      reason: 'has bytes that are no text in its encoding; U+FFFD stands in their place',
    });
    expect(ingest.writer.payloads[0]?.nodes[0]?.properties).toMatchObject({ name: 'M\uFFFDLLER' });
  });

  it('gives what PostgreSQL can store, whatever JSON allows', async () => {
    const record = String.raw`{"ObjectIdentifier":"U\u0000\ud800","ObjectIdentifier":"U\u0000","Properties":
      {"big":1e400,"huge":123456789012345678901234567890,"a\u0000":"\udfff","ok":"\ud83d\ude00","__proto__":{"x":1}}}`;
    const [file] = await ingest.files(recordText(record));
    expect(file?.faults.map(({ field }) => field)).toEqual([
      'ObjectIdentifier',
      'Properties.a\uFFFD',
      'Properties.big',
      'Properties.huge',
    ]);
    expect(ingest.writer.payloads[0]?.nodes[0]?.objectid).toBe('U\uFFFD');
    expect(Object.entries(ingest.writer.payloads[0]?.nodes[0]?.properties ?? {})).toEqual([
      ['huge', 1.2345678901234568e29],
      ['a\uFFFD', '\uFFFD'],
      ['ok', '\u{1F600}'],
      ['__proto__.x', 1],
    ]);
  });

  it('has faults that PostgreSQL can store, too', async () => {
    const graph = { nodes: [{ id: 'A', kinds: ['K'], properties: { [`${'x'.repeat(488)}\u{1F600}\0`]: {} } }] };
    const [file] = await ingest.files(JSON.stringify({ graph }));
    expect(file?.faults.at(-1)?.field).toBe(`properties.${'x'.repeat(488)}\uFFFD...`);
  });

  it('is complete and without a fault if only meta.count is wrong', async () => {
    const text = JSON.stringify({ data: [{ ObjectIdentifier: 'A' }], meta: { ...meta, count: 5 } });
    expect((await ingest.files(text))[0]).toMatchObject({ status: 'complete', records: 1, faultCount: 0 });
  });

  it('reports a number of 30 million digits with its place, and keeps the rest of the record', async () => {
    const digits = '9'.repeat(30_000_000);
    const [file] = await ingest.files(
      recordText(`{"ObjectIdentifier":"U1","Properties":{"list":[1,${digits}],"name":"ada"}}`),
    );
    expect(file).toMatchObject({ status: 'complete', records: 2, faultCount: 1 });
    expect(file?.faults).toMatchObject([
      {
        list: 'data',
        record: 0,
        field: 'Properties.list[1]',
        reason: `is ${'9'.repeat(40)}... (30000000 characters), a number larger than a double holds; it is left out`,
      },
    ]);
    expect(ingest.writer.payloads[0]?.nodes[0]?.properties).toMatchObject({ list: [1], name: 'ADA' });
  });

  it('keeps what came before it breaks although its meta comes last', async () => {
    const text = '{"data":[{"ObjectIdentifier":"A"},{"ObjectIdentifier":"B"} oops],"meta":{"type":"users"}}';
    expect(await ingest.outcomes(text)).toEqual([
      ['', 'incomplete', 'is not valid JSON: unexpected "o" at byte 59, inside data[2]'],
    ]);
    expect(ingest.loadedIds()).toEqual([['A', 'B']]);
  });
});
