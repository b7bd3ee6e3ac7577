import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { type TestDatabase, testDatabase } from '../../../test/support/test-database.js';
import { CopyRows } from './copy-rows.js';

interface Row {
  readonly number: number | null;
  readonly small: number;
  readonly flag: boolean;
  readonly id: string | null;
  readonly text: string | undefined;
  readonly bag: Readonly<Record<string, string>> | null;
}

const table = `
  CREATE TEMP TABLE copied (number int, small smallint, flag boolean, id uuid, text text, bag jsonb) ON COMMIT DROP`;

function add(rows: CopyRows, { number, small, flag, id, text, bag }: Row): void {
  rows.add(number, small, flag, id, text, bag && JSON.stringify(bag));
}

const between = (bits: number) => fc.integer({ min: -(2 ** (bits - 1)), max: 2 ** (bits - 1) - 1 });
const digits = fc.uuid().map((uuid) => uuid.replaceAll('-', ''));
const characters = fc.string({ unit: 'binary', maxLength: 40 });

/** Now and then a text that fills more than one of the chunks in which rows are kept. */
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
    text: fc.option(texts, { nil: undefined }),
    bag: fc.option(fc.dictionary(fc.string({ maxLength: 5 }), fc.string({ unit: 'grapheme', maxLength: 20 }))),
  }),
  { maxLength: 40 },
);

describe('CopyRows', () => {
  let test: TestDatabase;
  beforeAll(async () => (test = await testDatabase()));
  afterAll(() => test.drop());

  /** What the table holds after `rows`, in batches of so many. */
  const copied = (rows: readonly Row[], batch = rows.length) =>
    test.database.transaction(async (tx) => {
      await tx.query(table);
      const copy = new CopyRows('copied');
      for (const [index, row] of rows.entries()) {
        add(copy, row);
        if ((index + 1) % batch === 0) await copy.write(tx.client);
      }
      await copy.write(tx.client);
      return tx.query<Row>(`SELECT number, small, flag, replace(id::text, '-', '') AS id, text, bag FROM copied`);
    });

  it('writes every value unchanged, except the character NUL of texts', async () => {
    await fc.assert(
      fc.asyncProperty(rowsOf, fc.integer({ min: 1, max: 40 }), async (rows, batch) => {
        const stored = rows
          .filter(({ bag }) => !JSON.stringify(bag).includes('\\u0000'))
          .map((row) => ({ ...row, text: row.text?.replaceAll('\0', '') ?? null }));
        expect(
          await copied(
            stored.map((row) => ({ ...row, text: row.text ?? undefined })),
            batch,
          ),
        ).toEqual(stored);
      }),
      { numRuns: 50 },
    );
  });

  it('writes U+FFFD for half a surrogate pair', async () => {
    const row = { number: 1, small: 1, flag: true, id: null, text: 'a\ud800b', bag: null };
    expect(await copied([row])).toEqual([{ ...row, text: 'a\ufffdb' }]);
  });

  it('writes the largest and smallest numbers of their types', async () => {
    const ends = [2 ** 31 - 1, -(2 ** 31)].map((number) => ({ number, small: Math.sign(number) * 32_767 }));
    const rows = ends.map((end) => ({ ...end, flag: false, id: 'f'.repeat(32), text: '\\N\t\n', bag: {} }));
    expect(await copied(rows)).toEqual(rows);
  });

  it('writes each row once', async () => {
    const rows = new CopyRows('copied (text)');
    rows.add('x');
    await test.database.transaction(async (tx) => {
      await tx.query(table);
      await rows.write(tx.client);
      await rows.write(tx.client);
      expect(await tx.query('SELECT text FROM copied')).toEqual([{ text: 'x' }]);
    });
  });

  it('rejects with the message of the server', async () => {
    const rows = new CopyRows('copied (number)');
    rows.add(1, 2);
    const copying = test.database.transaction(async (tx) => {
      await tx.query(table);
      await rows.write(tx.client);
    });
    await expect(copying).rejects.toThrow('extra data after last expected column');
  });
});
