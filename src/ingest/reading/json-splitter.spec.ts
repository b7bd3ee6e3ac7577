import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { JsonPart, SplitPlan } from './json-parts.js';
import { JsonSplitter } from './json-splitter.js';
import { defaultReadLimits, type ReadLimits } from './read-limits.js';

const plan: SplitPlan = { meta: 'read', data: 'each', graph: { nodes: 'each', edges: 'each' } };

function split(
  text: string,
  { cuts = [], limits = defaultReadLimits }: { cuts?: readonly number[]; limits?: ReadLimits } = {},
): { parts: JsonPart[]; error: string | null } {
  const bytes = Buffer.from(text);
  const splitter = new JsonSplitter(plan, limits);
  const parts: JsonPart[] = [];
  const borders = [
    0,
    ...cuts.map((cut) => cut % (bytes.length + 1)).toSorted((one, other) => one - other),
    bytes.length,
  ];
  try {
    for (let index = 1; index < borders.length; index++) {
      splitter.push(bytes.subarray(borders[index - 1], borders[index]));
      parts.push(...splitter.take());
    }
    splitter.end();
    return { parts, error: null };
  } catch (error) {
    parts.push(...splitter.take());
    return { parts, error: error instanceof Error ? error.message : String(error) };
  }
}

const elements = (parts: readonly JsonPart[], path: string) =>
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

const notJson = (found: string) => `is not valid JSON: unexpected ${found}; expected a value`;

describe('JsonSplitter', () => {
  it('gives what JSON.parse gives, for any document in any chunks', () => {
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

  it('says where each prefix of a document ends too early, and gives what came whole before', () => {
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

  it('matches the keys of the plan ignoring case and reports the shape of each key', () => {
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
    const limits = { ...defaultReadLimits, maxDepth: 3, maxRecordBytes: 40 };
    const text = `{"data":[{"a":tru},nope,[[[[1]]]],"${'x'.repeat(60)}",{"fine":1},01]}`;
    for (const cuts of [[], everyCut(text)]) {
      const { parts, error } = split(text, { limits, cuts });
      expect(error).toBeNull();
      expect(parts.filter((part) => part.part !== 'key')).toEqual([
        { part: 'fault', path: 'data', index: 0, reason: notJson('"t" at byte 14') },
        { part: 'fault', path: 'data', index: 1, reason: notJson('"n" at byte 19') },
        { part: 'fault', path: 'data', index: 2, reason: 'is nested deeper than 3 levels (MAX_JSON_DEPTH)' },
        { part: 'fault', path: 'data', index: 3, reason: 'is larger than 40 bytes (MAX_RECORD_BYTES)' },
        { part: 'element', path: 'data', index: 4, value: { fine: 1 } },
        { part: 'fault', path: 'data', index: 5, reason: notJson('"0" at byte 108') },
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
    ['{"data":[1,]}', 'is not valid JSON: unexpected "]" at byte 11, inside data[1]; expected a value'],
    ['{"data":[1 2]}', 'is not valid JSON: unexpected "2" at byte 11, inside data[1]; expected "," or "]"'],
    ['{"data":[1}', 'is not valid JSON: unexpected "}" at byte 10, inside data[1]; expected "," or "]"'],
    ['{"data" [1]}', 'is not valid JSON: unexpected "[" at byte 8, at the top level; expected ":"'],
    ['{,}', 'is not valid JSON: unexpected "," at byte 1, at the top level; expected "}" or a key in quotes'],
    ['{"data":}', 'is not valid JSON: unexpected "}" at byte 8, at the top level; expected a value'],
    ['{"graph":{"nodes":[],}}', 'is not valid JSON: unexpected "}" at byte 21, inside graph; expected a key in quotes'],
    ['{"data":[]}{', 'has more text after the end of its JSON object, at byte 11'],
    ['{"data":[]}\n\u0001', 'has more text after the end of its JSON object, at byte 12'],
    [`{"${'k'.repeat(2000)}":1}`, 'has a key that is no JSON text or longer than 1024 bytes, at the top level'],
    ['{"a\\x":1}', 'has a key that is no JSON text or longer than 1024 bytes, at the top level'],
  ])('tells what is wrong with %j', (text, reason) => {
    expect(split(text).error).toBe(reason);
    expect(split(text, { cuts: everyCut(text) }).error).toBe(reason);
  });

  it('is not misled by keys that every object inherits', () => {
    expect(split('{"__proto__":{"data":[1]},"constructor":{"x":1}}')).toEqual({
      parts: [
        { part: 'key', path: '__proto__', shape: 'object' },
        { part: 'key', path: 'constructor', shape: 'object' },
      ],
      error: null,
    });
  });

  it('holds no more than the element at hand', () => {
    const splitter = new JsonSplitter(plan, defaultReadLimits);
    splitter.push(Buffer.from('{"data":['));
    const element = Buffer.from(`{"text":"${'x'.repeat(1_000_000)}"},`);
    const before = process.memoryUsage().arrayBuffers;
    for (let count = 0; count < 200; count++) {
      splitter.push(element);
      expect(splitter.take()).toHaveLength(count === 0 ? 2 : 1);
    }
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(100_000_000);
  });
});
