import { afterAll, beforeAll, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { type TestDatabase, testDatabase } from '../../../test/support/test-database.js';
import { renewDays } from './renewed-days.js';

let test: TestDatabase;

beforeAll(async () => {
  test = await testDatabase();
});
afterAll(() => test.drop());

const renewal = fc.record({
  day: fc.constantFrom('2026-03-01', '2026-03-02', '2026-03-03'),
  ids: fc.array(fc.constantFrom(1, 2, 511, 512, 513, 1023, 1024, 2 ** 31 - 1), { maxLength: 6 }),
});

it('keeps the last day of each id, in any order of days', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(renewal, { maxLength: 6 }), async (renewals) => {
      await test.database.query('DELETE FROM node_days');
      const expected = new Map<number, string>();
      for (const { day, ids } of renewals) {
        await test.database.transaction((tx) => renewDays(tx, 'node_days', ids, day));
        for (const id of ids) if ((expected.get(id) ?? '') < day) expected.set(id, day);
      }
      const stored = await test.database.query<{ id: number; day: string }>(`
        SELECT ((block::bigint << 9) + place - 1)::int AS id, (date '2000-01-01' + day)::text AS day
        FROM node_days CROSS JOIN LATERAL unnest(days) WITH ORDINALITY it(day, place) WHERE day <> 0`);
      expect(new Map(stored.map(({ id, day }) => [id, day]))).toEqual(expected);
    }),
    { numRuns: 40 },
  );
});
