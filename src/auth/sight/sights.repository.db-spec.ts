import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { type TestDatabase, testDatabase } from '../../../test/support/test-database.js';
import { mostSights, readSights } from './sights.repository.js';

let test: TestDatabase;

beforeAll(async () => {
  test = await testDatabase();
});
afterAll(() => test.drop());

/** Accounts that are limited to one environment each, or to none. */
async function addAccounts(names: readonly string[], environments: readonly string[] | null, isDisabled = false) {
  await test.database.query(
    `INSERT INTO account (id, name, role, password_hash, is_disabled, environments, sees_nodes_of_none)
     SELECT gen_random_uuid(), name, 'user', '', $2, $3, false FROM unnest($1::text[]) name`,
    [names, isDisabled, environments],
  );
}

it('reads the sets of environments of enabled accounts, those of the most accounts first', async () => {
  await addAccounts(['a'], null);
  await addAccounts(['b'], ['D1']);
  await addAccounts(['c', 'd'], ['D1', 'D2']);
  await addAccounts(['e'], ['D3'], true);
  const sights = await readSights(test.database);
  expect(sights.map(({ environments, none }) => [environments, none])).toEqual([
    [['D1', 'D2'], false],
    [['D1'], false],
  ]);
});

it('reads no more sets than an analysis computes figures of', async () => {
  for (let number = 0; number <= mostSights; number++) await addAccounts([`limited ${number}`], [`E${number}`]);
  const sights = await readSights(test.database);
  expect(sights).toHaveLength(mostSights);
});
