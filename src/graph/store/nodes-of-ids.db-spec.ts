import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { storableText } from '../../database/sql/storable.js';
import { described } from '../graph-records.fixture.js';
import { TestGraph } from '../graph.fixture.js';
import { findNodesOfIds, foldId, namedIds } from './nodes-of-ids.js';

describe('nodes of object ids', () => {
  let graph: TestGraph;
  beforeAll(async () => {
    graph = await TestGraph.open();
    await graph.load(...['S-1', 'aB', 'AB', 'Ab', 'xY'].map((id) => described(id, ['ACME_Host'])));
  });
  afterAll(() => graph.test.drop());

  it('are the exact one, else all that equal the id without regard to case', async () => {
    const found = await findNodesOfIds(graph.test.database, ['S-1', 's-1', 'aB', 'ab', 'XY', 'none']);
    expect([...found].map(([given, nodes]) => [given, ...nodes.map(({ objectid }) => objectid)])).toEqual([
      ['S-1', 'S-1'],
      ['aB', 'aB'],
      ['s-1', 'S-1'],
      ['ab', 'AB', 'Ab', 'aB'],
      ['XY', 'xY'],
    ]);
  });

  it('give their ids; an id of no node stays as it is, and an ambiguous one is refused', async () => {
    expect(await namedIds(graph.test.database, ['s-1', 'None', 'xy'], 'body.seeds')).toEqual(['S-1', 'None', 'xY']);
    await expect(namedIds(graph.test.database, ['S-1', 'ab'], 'body.seeds')).rejects.toMatchObject({
      faults: [{ code: 'reference.ambiguous', context: 'body.seeds' }],
    });
  });

  it('equal without regard to case in PostgreSQL as they do here', async () => {
    const text = fc.string({ unit: 'binary', maxLength: 20 }).map(storableText);
    await fc.assert(
      fc.asyncProperty(fc.array(text, { minLength: 100, maxLength: 100 }), async (texts) => {
        const sql =
          'SELECT upper(t.text COLLATE "C") AS folded FROM unnest($1::text[]) WITH ORDINALITY t(text, place) ORDER BY place';
        const rows = await graph.test.database.query<{ folded: string }>(sql, [texts]);
        expect(rows.map(({ folded }) => folded)).toEqual(texts.map(foldId));
      }),
      { numRuns: 20 },
    );
  });
});
