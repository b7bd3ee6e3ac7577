import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type TestDatabase, testDatabase } from '../../test/support/test-database.js';
import { kindDefinitions } from './kinds/kind-definitions.js';

describe('tables of the graph', () => {
  let test: TestDatabase;

  beforeAll(async () => {
    test = await testDatabase();
  });

  afterAll(() => test.drop());

  it('hold every kind of the catalogue under its number', async () => {
    const rows = await test.database.query('SELECT id, name, carrier, traversable FROM kind ORDER BY id');
    expect(rows).toEqual(kindDefinitions.toSorted((a, b) => a.id - b.id));
  });
});
