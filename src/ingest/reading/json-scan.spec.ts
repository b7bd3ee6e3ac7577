import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { JsonValue } from '../records/json-value.js';
import { type JsonPiece, JsonScan, type JsonShape, type Wanted } from './json-scan.js';
import { parseValue } from './parse-value.js';
import { defaultReadLimits } from './read-limits.fixture.js';
import type { ReadLimits } from './read-limits.js';

const wanted: Wanted = { lists: ['data', 'graph.nodes', 'graph.edges'], values: ['meta'] };

type Part =
  | { part: 'key'; path: string; shape: JsonShape }
  | { part: 'value'; path: string; value: JsonValue }
  | { part: 'element'; path: string; index: number; value: JsonValue }
  | { part: 'note'; path: string; index: number | null; field: string | null; reason: string }
  | { part: 'fault'; path: string; index: number | null; reason: string };

/** A piece of a document with its parsed value. */
function partsOf(piece: JsonPiece, limits: ReadLimits): Part[] {
  const { path } = piece;
  if (piece.piece === 'key') return [{ part: 'key', path, shape: piece.shape }];
  const { index } = piece;
  const parsed = parseValue(piece.raw, limits);
  if (parsed.fault !== undefined) return [{ part: 'fault', path, index, reason: parsed.fault }];
  const { value } = parsed;
  return [
    ...parsed.notes.map((note): Part => ({ part: 'note', path, index, ...note })),
    index === null ? { part: 'value', path, value } : { part: 'element', path, index, value },
  ];
}

function split(
  text: string,
  { cuts = [], limits = defaultReadLimits }: { cuts?: readonly number[]; limits?: ReadLimits } = {},
): { parts: Part[]; error: string | null } {
  const bytes = Buffer.from(text);
  const scan = new JsonScan(wanted, limits.maxRecordBytes);
  const parts: Part[] = [];
  const take = (pieces: Iterable<JsonPiece>) => {
    for (const piece of pieces) parts.push(...partsOf(piece, limits));
  };
  const borders = [
    0,
    ...cuts.map((cut) => cut % (bytes.length + 1)).toSorted((one, other) => one - other),
    bytes.length,
  ];
  try {
    for (let index = 1; index < borders.length; index++) {
      take(scan.push(bytes.subarray(borders[index - 1], borders[index])));
    }
    take(scan.end());
    return { parts, error: null };
  } catch (error) {
    return { parts, error: error instanceof Error ? error.message : String(error) };
  }
}

const elements = (parts: readonly Part[], path: string) =>
  parts.flatMap((part) => (part.part === 'element' && part.path === path ? [part.value] : []));

const everyCut = (text: string) => Array.from({ length: Buffer.byteLength(text) }, (_, index) => index);

/** Documents with the planned keys and others in any order, written with white space in any place. */
const documents = fc
  .record({
    entries: fc.uniqueArray(
      fc.oneof(
        fc.tuple(fc.constant('data'), fc.array(fc.jsonValue(), { maxLength: 5 })),
        fc.tuple(fc.constant('meta'), fc.jsonValue()),
        fc.tuple(
          fc.constant('graph'),
          fc.record({ nodes: fc.array(fc.jsonValue()), other: fc.jsonValue(), edges: fc.array(fc.jsonValue()) }),
        ),
        fc.tuple(fc.string({ unit: 'binary' }), fc.jsonValue()),
      ),
      { selector: ([key]) => key.toLowerCase() },
    ),
    indent: fc.constantFrom('', ' ', '\t', '\r\n  '),
  })
  .map(({ entries, indent }) => JSON.stringify(Object.fromEntries(entries), null, indent));

const notJson = (found: string) => `is not valid JSON: unexpected ${found}`;

describe('JsonScan', () => {
  it('returns the same values as JSON.parse for any document in any chunks', () => {
    fc.assert(
      fc.property(documents, fc.array(fc.nat(), { maxLength: 20 }), (text, cuts) => {
        const { parts, error } = split(text, { cuts });
        const whole = JSON.parse(text);
        expect(error).toBeNull();
        expect(elements(parts, 'data')).toEqual(whole.data ?? []);
        expect(elements(parts, 'graph.nodes')).toEqual(whole.graph?.nodes ?? []);
        expect(elements(parts, 'graph.edges')).toEqual(whole.graph?.edges ?? []);
        const metas = parts.filter((part) => part.part === 'value');
        expect(metas).toEqual('meta' in whole ? [{ part: 'value', path: 'meta', value: whole.meta }] : []);
        expect(parts.filter((part) => part.part === 'fault')).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });

  it('reports where each prefix of a document ends, after its complete values', () => {
    const text = '{"meta":{"type":"x"},"data":[{"a":"\\"]}"},[1,2],"é🌲"],"z":1}';
    const whole = elements(split(text).parts, 'data');
    for (let length = 1; length < Buffer.byteLength(text); length++) {
      const { parts, error } = split(
        Buffer.from(text)
          .subarray(0, length)
          .toString('latin1')
          .replace(/[^\0-\x7f]/g, '?'),
      );
      expect(error).toMatch(/^ends too early, at byte \d+, (at the top level|inside data\[\d\])$/);
      const found = elements(parts, 'data');
      expect(whole.slice(0, found.length).slice(0, 2)).toEqual(found.slice(0, 2));
    }
  });

  it('matches wanted keys ignoring case and reports the shape of each key', () => {
    const { parts } = split('{"DATA":[1],"Meta":{},"other":{"data":[2]},"graph":"none"}');
    expect(parts).toEqual([
      { part: 'key', path: 'data', shape: 'array' },
      { part: 'element', path: 'data', index: 0, value: 1 },
      { part: 'key', path: 'meta', shape: 'object' },
      { part: 'value', path: 'meta', value: {} },
      { part: 'key', path: 'other', shape: 'object' },
      { part: 'key', path: 'graph', shape: 'other' },
    ]);
  });

  it('leaves out single elements that are not valid JSON, too deep or too large, and goes on', () => {
    const limits = { ...defaultReadLimits, maxJsonDepth: 3, maxRecordBytes: 40 };
    const text = `{"data":[{"a":tru},nope,[[[[1]]]],"${'x'.repeat(60)}",{"fine":1},01]}`;
    for (const cuts of [[], everyCut(text)]) {
      const { parts, error } = split(text, { limits, cuts });
      expect(error).toBeNull();
      expect(parts.filter((part) => part.part !== 'key')).toEqual([
        { part: 'fault', path: 'data', index: 0, reason: notJson('"}" at byte 17') },
        { part: 'fault', path: 'data', index: 1, reason: notJson('"o" at byte 20') },
        { part: 'fault', path: 'data', index: 2, reason: 'is nested deeper than 3 levels (MAX_JSON_DEPTH)' },
        { part: 'fault', path: 'data', index: 3, reason: 'is larger than 40 bytes (MAX_RECORD_BYTES)' },
        { part: 'element', path: 'data', index: 4, value: { fine: 1 } },
        { part: 'fault', path: 'data', index: 5, reason: notJson('"1" at byte 109') },
      ]);
    }
  });

  it('leaves out texts that are too long, wherever chunks end, and counts characters, not what is written for them', () => {
    const limits = { ...defaultReadLimits, maxStringLength: 5 };
    const reason = 'is a text of 7 characters; at most 5 are read (MAX_STRING_LENGTH)';
    const text = String.raw`{"data":["\"\"\"\"\"",{"a":"\\\"123","b":"123456\"","c":["\u00e9\u00e9","ééééé"]},"üüüüüü\\"]}`;
    const whole = split(text, { limits });
    expect(whole.parts.filter(({ part }) => part !== 'key')).toEqual([
      { part: 'element', path: 'data', index: 0, value: '"""""' },
      { part: 'note', path: 'data', index: 1, field: 'b', reason },
      { part: 'element', path: 'data', index: 1, value: { a: '\\"123', b: null, c: ['éé', 'ééééé'] } },
      { part: 'note', path: 'data', index: 2, field: null, reason },
      { part: 'element', path: 'data', index: 2, value: null },
    ]);
    expect(split(text, { limits, cuts: everyCut(text) })).toEqual(whole);
    for (const cut of everyCut(text)) {
      expect(split(text, { limits, cuts: [cut] })).toEqual(whole);
    }
  });

  it.each([
    ['', 'is empty'],
    [' \n', 'is empty'],
    ['[1]', 'is not a JSON object: expected {"data": [...], "meta": {...}} or {"graph": {...}}'],
    ['PK', 'is not a JSON object: expected {"data": [...], "meta": {...}} or {"graph": {...}}'],
    ['{"data":[1,]}', 'is not valid JSON: unexpected "]" at byte 11, inside data[1]'],
    ['{"data":[1 2]}', 'is not valid JSON: unexpected "2" at byte 11, inside data[1]'],
    ['{"data":[1}', 'is not valid JSON: unexpected "}" at byte 10, inside data[1]'],
    ['{"data" [1]}', 'is not valid JSON: unexpected "[" at byte 8, at the top level'],
    ['{,}', 'is not valid JSON: unexpected "," at byte 1, at the top level'],
    ['{"data":}', 'is not valid JSON: unexpected "}" at byte 8, at the top level'],
    ['{"graph":{"nodes":[],}}', 'is not valid JSON: unexpected "}" at byte 21, inside graph'],
    ['{"data":[]}{', 'has more text after the end of its JSON object, at byte 11'],
    ['{"data":[]}\n\u0001', 'has more text after the end of its JSON object, at byte 12'],
    [`{"${'k'.repeat(2000)}":1}`, 'has a key that is no JSON text or longer than 1024 bytes, at the top level'],
    ['{"a\\x":1}', 'has a key that is no JSON text or longer than 1024 bytes, at the top level'],
  ])('reports the error in %j', (text, reason) => {
    expect(split(text).error).toBe(reason);
    expect(split(text, { cuts: everyCut(text) }).error).toBe(reason);
  });

  it('treats keys that every object inherits as any other', () => {
    expect(split('{"__proto__":{"data":[1]},"constructor":{"x":1}}')).toEqual({
      parts: [
        { part: 'key', path: '__proto__', shape: 'object' },
        { part: 'key', path: 'constructor', shape: 'object' },
      ],
      error: null,
    });
  });

  it('keeps no more than one element in memory', () => {
    const scan = new JsonScan(wanted, defaultReadLimits.maxRecordBytes);
    expect([...scan.push(Buffer.from('{"data":['))]).toHaveLength(1);
    const element = Buffer.from(`{"text":"${'x'.repeat(1_000_000)}"},`);
    const before = process.memoryUsage().arrayBuffers;
    for (let count = 0; count < 200; count++) {
      expect([...scan.push(element)]).toHaveLength(1);
    }
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(100_000_000);
  });
});
