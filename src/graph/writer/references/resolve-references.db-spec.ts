import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { described, edge, known } from '../../graph-records.fixture.js';
import { WrittenGraph } from '../written-graph.fixture.js';

describe('references', () => {
  let graph: WrittenGraph;

  beforeAll(async () => {
    graph = await WrittenGraph.open();
  });
  beforeEach(() => graph.clear());
  afterAll(() => graph.test.drop());

  it.each([
    ['alone', 0],
    ['beside references by 20 other properties', 20],
  ])('finds a node of the same payload by name ignoring case, by property and by several, %s', async (_, others) => {
    await graph.load(
      ...Array.from({ length: others }, (__, at) => edge({ match: [{ key: `p${at}`, value: at }] }, 'MemberOf', 'G1')),
      described('U1', ['User'], { name: 'ANN', serial: 77 }),
      described('C1', ['Computer'], { operatingsystem: 'WINDOWS 11' }),
      edge('C1', 'AdminTo', { match: [{ key: 'operatingsystem', value: 'Windows 11' }] }),
      described('G1', ['Group'], { name: 'ANN', distinguishedname: 'CN=ANN', serial: 78 }),
      edge({ match: [{ key: 'name', value: 'Ann' }], kind: 'User' }, 'MemberOf', {
        match: [
          { key: 'distinguishedname', value: 'cn=ann' },
          { key: 'serial', value: 78 },
        ],
      }),
    );
    expect(await graph.edges()).toEqual(['C1 AdminTo C1 1', 'U1 MemberOf G1 1']);
  });

  it('leaves out and reports edges whose end fits no node or several, and makes no placeholder for their other end', async () => {
    const result = await graph.load(
      described('U1', ['User'], { name: 'ANN' }),
      described('G1', ['Group'], { name: 'ANN' }),
      edge({ match: [{ key: 'name', value: 'ANN' }] }, 'MemberOf', 'NEW', {}, 3),
      edge('NEW', 'MemberOf', { match: [{ key: 'serial', value: 5 }], kind: 'Nothing' }, {}, 4),
    );
    expect(result).toMatchObject({
      nodesCreated: 2,
      edgesCreated: 0,
      unresolvedCount: 2,
      unresolved: [
        { record: 3, reason: 'source: 2 nodes have name = "ANN"' },
        {
          record: 4,
          reason: 'target: no node has serial = 5 and kind Nothing; it is tried again when further data has come',
        },
      ],
    });
  });

  it('falls back to the node that the reference names', async () => {
    const member = { match: [{ key: 'distinguishedname', value: 'CN=A' }], otherwise: known('CN=A', 'Base') };
    expect(await graph.load(edge(member, 'MemberOf', 'G1'))).toMatchObject({ nodesCreated: 2, unresolvedCount: 0 });
    await graph.load(described('S-1', ['User'], { distinguishedname: 'CN=A' }), edge(member, 'MemberOf', 'G2'));
    expect(await graph.edges()).toEqual(['CN=A MemberOf G1 1', 'S-1 MemberOf G2 1']);
  });
});
