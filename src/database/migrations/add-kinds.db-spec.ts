import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { testDatabase } from '../../../test/support/test-database.js';
import { Kind } from '../../graph/kinds/kind-catalogue.js';
import { described, edge } from '../../graph/graph-records.fixture.js';
import { TestGraph } from '../../graph/graph.fixture.js';
import { addKinds } from './add-kinds.js';

describe('addKinds', () => {
  let graph: TestGraph;

  beforeAll(async () => {
    graph = new TestGraph(await testDatabase());
  });
  afterAll(() => graph.test.drop());

  it('renumbers kinds that files have added under the names before', async () => {
    const { database } = graph.test;
    await graph.load(
      described('A', ['Branch', 'Office'], { name: 'A' }),
      described('B', ['Branch'], {}),
      edge('A', 'Supplies', 'B'),
      edge('A', 'Pays', 'B', { isacl: true }),
    );
    const kinds = [
      { id: 900, name: 'Branch' },
      { id: 901, name: 'Supplies', traversable: true },
      { id: 902, name: 'Pays' },
      { id: 903, name: 'Unused' },
    ] as const;

    await addKinds(graph.test.dataSource.createQueryRunner(), kinds);

    expect(
      await database.query('SELECT id, name, traversable FROM kind WHERE id BETWEEN 900 AND 903 ORDER BY id'),
    ).toEqual([
      { id: 900, name: 'Branch', traversable: false },
      { id: 901, name: 'Supplies', traversable: true },
      { id: 902, name: 'Pays', traversable: false },
      { id: 903, name: 'Unused', traversable: false },
    ]);
    const office = await database.query<{ id: number }>("SELECT id FROM kind WHERE name = 'Office'");
    expect(await database.query('SELECT objectid, kind, kinds FROM node ORDER BY objectid')).toEqual([
      { objectid: 'A', kind: 900, kinds: [900, office[0]!.id, Kind.Base] },
      { objectid: 'B', kind: 900, kinds: [900, Kind.Base] },
    ]);
    expect(
      await database.query(`SELECT s.objectid AS source, edge.kind, t.objectid AS target
        FROM edge JOIN node s ON s.id = source JOIN node t ON t.id = target ORDER BY edge.kind`),
    ).toEqual([
      { source: 'A', kind: 901, target: 'B' },
      { source: 'A', kind: 902, target: 'B' },
    ]);
  });
});
