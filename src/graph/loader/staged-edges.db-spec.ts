import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type TestDatabase, testDatabase } from '../../../test/support/test-database.js';
import { findStagedEdges, stagedEdges } from './staged-edges.js';
import { stagingTables } from './staging-tables.js';

const rows = [
  { source: '700', kind: 1, target: '5000000000', seq: 0, said: 4, flags: 4, given: 0, record: 0, props: null },
  {
    source: '5000000000',
    kind: 1000,
    target: '700',
    seq: 1,
    said: 0,
    flags: 0,
    given: 1,
    record: null,
    props: { note: 'x' },
  },
  { source: '30', kind: 1, target: '30', seq: 2, said: 8, flags: 0, given: 3, record: 7, props: null },
];

describe('edges of a payload', () => {
  let test: TestDatabase;

  beforeAll(async () => {
    test = await testDatabase();
  });
  afterAll(() => test.drop());

  /** @param ends ids by number; null for a number that no end has */
  const found = (ends: readonly (number | null)[]) =>
    test.database.transaction(async (tx) => {
      await tx.query(`
        CREATE TEMP TABLE load_end (no int, id bigint, tells_more boolean) ON COMMIT DROP;
        CREATE TEMP TABLE stage_kinds (list int, kinds smallint[]) ON COMMIT DROP;
        ${stagingTables}`);
      await tx.query(
        `INSERT INTO load_end SELECT no - 1, id, false FROM unnest($1::bigint[]) WITH ORDINALITY AS e(id, no)
         WHERE id IS NOT NULL ORDER BY id`,
        [ends],
      );
      await tx.query(`INSERT INTO stage_kinds VALUES (2, '{1000,3}'), (0, '{1}'), (1, '{}')`);
      const place = (id: number) => ends.indexOf(id);
      await tx.query(
        `INSERT INTO stage_edge VALUES (0, 0, 0, 4, 4, 0, NULL, $1, $2), (1, NULL, 2, 0, 0, 1, '{"note": "x"}', $2, $1),
           (2, 7, 0, 0, 8, 3, NULL, $3, $3)`,
        [place(700), place(5_000_000_000), place(30)],
      );
      const statement = await findStagedEdges(tx);
      const read = await tx.query(`SELECT * FROM (${statement}) e ORDER BY seq`);
      return { isSubscripted: statement === stagedEdges.subscripted, read };
    });

  it('have their ends and kinds by number', async () => {
    expect(await found([5_000_000_000, 30, 700])).toEqual({ isSubscripted: true, read: rows });
  });

  it('have them where an end was left out, too', async () => {
    expect(await found([5_000_000_000, null, 30, 700])).toEqual({ isSubscripted: false, read: rows });
  });

  it('may be none', async () => {
    await test.database.transaction(async (tx) => {
      await tx.query(`
        CREATE TEMP TABLE load_end (no int, id bigint, tells_more boolean) ON COMMIT DROP;
        CREATE TEMP TABLE stage_kinds (list int, kinds smallint[]) ON COMMIT DROP;
        ${stagingTables}`);
      for (const statement of [await findStagedEdges(tx), ...Object.values(stagedEdges)]) {
        expect(await tx.query(statement)).toEqual([]);
      }
    });
  });
});
