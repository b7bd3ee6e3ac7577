import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type TestDatabase, testDatabase } from '../../../test/support/test-database.js';
import {
  arrayToken,
  booleanToken,
  nullInt32Token,
  nullTimeToken,
  numberToken,
  objectToken,
  optionalToken,
  plainTextToken,
  textToken,
  timeToken,
} from './json-token.js';

describe('JSON tokens', () => {
  let test: TestDatabase;

  beforeAll(async () => {
    test = await testDatabase();
  });
  afterAll(() => test.drop());

  const listOf = (from: string) =>
    test.database.textAs((it) => it, `SELECT ${arrayToken(numberToken('i'), from, 'i DESC')}`);

  it('print compact JSON', async () => {
    const object = objectToken({
      number: numberToken('9007199254740993::bigint'),
      no: booleanToken('1 > 2'),
      plain: plainTextToken(`'ready'::text`),
      time: timeToken(`'2026-03-01T02:00:01.5+01:00'::timestamptz`),
      since: nullTimeToken(`'2026-03-01'::timestamptz`),
      never: nullTimeToken('NULL::timestamptz'),
      seven: nullInt32Token('7'),
      none: nullInt32Token('NULL::integer'),
      absent: optionalToken(textToken('NULL::text')),
      inner: objectToken({ texts: textToken(`ARRAY['a', 'b']`) }),
    });
    expect(await test.database.textAs((it) => it, `SELECT ${object}`)).toBe(
      '{"number":9007199254740993,"no":false,"plain":"ready","time":"2026-03-01T01:00:01.500Z",' +
        '"since":{"time":"2026-03-01T00:00:00.000Z","valid":true},"never":{"time":null,"valid":false},' +
        '"seven":{"int32":7,"valid":true},"none":{"int32":0,"valid":false},"absent":null,"inner":{"texts":["a","b"]}}',
    );
  });

  it('escape all characters of a text', async () => {
    const text = `%s %% "quoted" back\\slash 'single' \u0001\n\u2028 \u{1f512} {"a":1}`;
    const json = await test.database.textAs((it) => it, `SELECT ${objectToken({ text: textToken('$1::text') })}`, [
      text,
    ]);
    expect(JSON.parse(json!)).toEqual({ text });
  });

  it('print the rows of an array in order, and no rows as []', async () => {
    expect(await listOf('generate_series(1, 3) i')).toBe('[3,2,1]');
    expect(await listOf('generate_series(1, 0) i')).toBe('[]');
  });
});
