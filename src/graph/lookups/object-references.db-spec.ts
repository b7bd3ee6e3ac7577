import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type TestDatabase, testDatabase } from '../../../test/support/test-database.js';
import { NodeLookup } from './node-lookup.js';
import { described, edge } from '../graph-records.fixture.js';
import { KindNames } from '../store/kind-names.js';
import { writeGraph } from '../graph.fixture.js';
import { objectReferences } from './object-references.js';

describe('references to objects', () => {
  let test: TestDatabase;

  beforeAll(async () => {
    test = await testDatabase();
    await writeGraph(test.database, [
      described('OU-1', ['OU', 'Base'], { name: 'SALES@X', distinguishedname: 'OU=SALES,DC=X' }),
      described('S-1', ['Domain', 'Base'], { name: 'X' }),
      described('HOST-1', ['ACME_Host', 'ACME_Base'], { name: 'HOST' }),
      edge('S-1', 'Contains', 'STUB'),
    ]);
  });

  afterAll(() => test.drop());

  const hydrate = async (shape: 'ou' | 'domain', ids: readonly string[]) => {
    const [row] = await test.database.query<{ found: string }>(
      `SELECT ${objectReferences('$1::text[]', shape)} AS found`,
      [ids],
    );
    return JSON.parse(row!.found) as unknown;
  };

  it('come in the order of their ids, known or not', async () => {
    expect(await hydrate('ou', ['NOWHERE', 'OU-1', 'STUB', 'NOWHERE'])).toEqual([
      { objectid: 'NOWHERE', name: '', exists: false, distinguishedname: '', type: '' },
      { objectid: 'OU-1', name: 'SALES@X', exists: true, distinguishedname: 'OU=SALES,DC=X', type: 'OU' },
      { objectid: 'STUB', name: 'STUB', exists: true, distinguishedname: '', type: 'Base' },
      { objectid: 'NOWHERE', name: '', exists: false, distinguishedname: '', type: '' },
    ]);
  });

  it('leave the distinguished name to organisational units', async () => {
    expect(await hydrate('domain', ['S-1'])).toEqual([{ objectid: 'S-1', name: 'X', exists: true, type: 'Domain' }]);
  });

  it('are an empty list where there are none', async () => {
    expect(await hydrate('domain', [])).toEqual([]);
  });

  it('can be looked up as entities, with the kinds that a source brought along', async () => {
    const entities = new NodeLookup(test.database, new KindNames(test.database));
    const host = { objectid: 'HOST-1', name: 'HOST', label: 'ACME_Host', kinds: ['ACME_Host', 'ACME_Base'] };
    const domain = { objectid: 'S-1', name: 'X', label: 'Domain', kinds: ['Domain', 'Base'] };
    expect(await entities.findShown(['host-1', 'NOWHERE', 'S-1', 'HOST-1'])).toEqual(
      new Map([
        ['host-1', [host]],
        ['S-1', [domain]],
        ['HOST-1', [host]],
      ]),
    );
  });
});
