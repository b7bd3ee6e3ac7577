import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type TestDatabase, testDatabase } from '../../test/support/test-database.js';
import { copyIntegers, IntegerRows } from './copy-integers.js';

describe('copyIntegers', () => {
  let test: TestDatabase;

  beforeAll(async () => {
    test = await testDatabase();
  });

  afterAll(() => test.drop());

  const read = (select: string, columns: number) =>
    test.database.transaction(({ client }) => copyIntegers(client, select, columns));

  it('reads each column over many chunks', async () => {
    const [up = [], down = []] = await read('SELECT i, -i FROM generate_series(1, 100000) i', 2);
    expect(up).toHaveLength(100_000);
    expect([...up].every((value, row) => value === row + 1 && down[row] === -value)).toBe(true);
  });

  it('reads no rows, and the largest and smallest values', async () => {
    expect(await read('SELECT 1 WHERE false', 1)).toEqual([new Int32Array()]);
    expect(await read('VALUES (2147483647), (-2147483648)', 1)).toEqual([Int32Array.of(2147483647, -2147483648)]);
  });

  it('rejects with the error of the statement and leaves the connection usable', async () => {
    await expect(read('SELECT 3000000000::int4', 1)).rejects.toThrow(/out of range/);
    expect(await read('SELECT 7', 1)).toEqual([Int32Array.of(7)]);
  });

  it('rejects a column that is null', async () => {
    await expect(read('SELECT NULL::int4', 1)).rejects.toThrow(/null/);
  });

  it('reads chunks that end anywhere', () => {
    const header = Buffer.alloc(19);
    const row = Buffer.from([0, 1, 0, 0, 0, 4, 0, 0, 1, 2]);
    const rows = new IntegerRows(1);
    for (const byte of Buffer.concat([header, row, row, Buffer.from([255, 255])])) rows.add(Buffer.from([byte]));
    expect(rows.finish()).toEqual([Int32Array.of(258, 258)]);
  });
});
