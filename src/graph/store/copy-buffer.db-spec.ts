import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { type TestDatabase, testDatabase } from '../../../test/support/test-database.js';
import { CopyBuffer } from './copy-buffer.js';

interface Row {
  readonly number: number | null;
  readonly small: number;
  readonly flag: boolean;
  readonly id: string | null;
  readonly text: string | null;
  readonly bag: Readonly<Record<string, string>> | null;
  readonly numbers: readonly number[] | null;
  readonly smalls: readonly number[] | null;
}

const table = `
  CREATE TEMP TABLE copied (number int, small smallint, flag boolean, id uuid, text text, bag jsonb, numbers int[], smalls smallint[])
  ON COMMIT DROP`;

function add(rows: CopyBuffer, { number, small, flag, id, text, bag, numbers, smalls }: Row): void {
  rows.row().int(number).smallint(small).boolean(flag).uuid(id).text(text);
  rows
    .jsonb(bag && JSON.stringify(bag))
    .ints(numbers)
    .smallints(smalls);
}

const between = (bits: number) => fc.integer({ min: -(2 ** (bits - 1)), max: 2 ** (bits - 1) - 1 });
const digits = fc.uuid().map((uuid) => uuid.replaceAll('-', ''));
const characters = fc.string({ unit: 'binary', maxLength: 40 });

/** Now and then a text for which the buffer grows. */
const texts = fc.oneof(
  { weight: 20, arbitrary: characters },
  fc.integer({ min: 1, max: 90_000 }).map((n) => 'é'.repeat(n)),
);

const rowsOf = fc.array(
  fc.record<Row>({
    number: fc.option(between(32)),
    small: between(16),
    flag: fc.boolean(),
    id: fc.option(digits),
    text: fc.option(texts),
    bag: fc.option(fc.dictionary(fc.string({ maxLength: 5 }), fc.string({ unit: 'grapheme', maxLength: 20 }))),
    numbers: fc.option(fc.array(between(32), { maxLength: 20 })),
    smalls: fc.option(fc.array(between(16), { maxLength: 20 })),
  }),
  { maxLength: 40 },
);

describe('CopyBuffer', () => {
  let test: TestDatabase;
  beforeAll(async () => (test = await testDatabase()));
  afterAll(() => test.drop());

  const copied = (rows: readonly Row[]) =>
    test.database.transaction(async (tx) => {
      await tx.query(table);
      const copy = new CopyBuffer('copied', 8);
      for (const row of rows) add(copy, row);
      await copy.write(tx.client);
      return tx.query<Row>(
        `SELECT number, small, flag, replace(id::text, '-', '') AS id, text, bag, numbers, smalls FROM copied`,
      );
    });

  it('writes every value unchanged, except the character NUL of texts', async () => {
    await fc.assert(
      fc.asyncProperty(rowsOf, async (rows) => {
        const storable = rows.filter(({ bag }) => !JSON.stringify(bag).includes('\\u0000'));
        const stored = storable.map((row) => ({ ...row, text: row.text?.replaceAll('\0', '') ?? null }));
        expect(await copied(storable)).toEqual(stored);
      }),
      { numRuns: 50 },
    );
  });

  const row: Row = { number: 1, small: 1, flag: true, id: null, text: '', bag: null, numbers: null, smalls: null };

  it('writes U+FFFD for half a surrogate pair', async () => {
    expect(await copied([{ ...row, text: 'a\ud800b' }])).toEqual([{ ...row, text: 'a\ufffdb' }]);
  });

  it('writes the largest and smallest numbers of their types', async () => {
    const ends = [2 ** 31 - 1, -(2 ** 31)].map((number) => ({ number, small: Math.sign(number) * 32_767 }));
    const rows = ends.map((end) => ({ ...row, ...end, numbers: [end.number], smalls: [end.small] }));
    expect(await copied(rows)).toEqual(rows);
  });

  it('writes a number to a column of days as the days since 2000-01-01', async () => {
    await test.database.transaction(async (tx) => {
      await tx.query('CREATE TEMP TABLE copied (day date) ON COMMIT DROP');
      const copy = new CopyBuffer('copied', 1);
      copy.row().int(60);
      await copy.write(tx.client);
      expect(await tx.query('SELECT day::text FROM copied')).toEqual([{ day: '2000-03-01' }]);
    });
  });

  it('rejects with the message of the server', async () => {
    const rows = new CopyBuffer('copied (number)', 2);
    rows.row().int(1).int(2);
    const copying = test.database.transaction(async (tx) => {
      await tx.query(table);
      await rows.write(tx.client);
    });
    await expect(copying).rejects.toThrow('row field count is 2, expected 1');
  });
});
