import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { TestGraph } from '../graph.fixture.js';
import { edge, whole } from '../graph-records.fixture.js';

const rights = (kind: string, from: number, to: number) =>
  Array.from({ length: to - from }, (_, i) => edge(`U${from + i}`, kind, 'G'));

describe('what a payload leaves for readers that follow changes', () => {
  let graph: TestGraph;

  beforeAll(async () => {
    graph = await TestGraph.open();
  });
  beforeEach(async () => {
    await graph.clear();
    await graph.load(...rights('Owns', 0, 300), ...rights('MemberOf', 0, 76), members);
  });
  afterAll(() => graph.test.drop());

  const members = whole('G', { of: 'incoming', kind: 'MemberOf' });
  const left = async () => {
    const [state] = await graph.test.database.query(`
      SELECT version::int, oldest_delta::int AS oldest, edges::int,
        (SELECT count(*)::int FROM edge_change WHERE version = 2 AND op = 1) AS came,
        (SELECT count(*)::int FROM edge_change WHERE version = 2 AND op = -1) AS went
      FROM graph_state`);
    return state;
  };

  it('is every new edge that rights are read from, where they are a twentieth of all there are then', async () => {
    await graph.load(...rights('MemberOf', 0, 94), members, edge('U0', 'AdminTo', 'G'), edge('U0', 'GenericAll', 'G'));
    expect(await left()).toEqual({ version: 2, oldest: 1, edges: 396, came: 19, went: 0 });
    await graph.clear();
    await graph.load(...rights('Owns', 0, 380));
    await graph.load(...rights('MemberOf', 0, 20));
    expect(await left()).toEqual({ version: 2, oldest: 1, edges: 400, came: 20, went: 0 });
  });

  it('is nothing where they are more', async () => {
    await graph.load(...rights('MemberOf', 0, 97), members);
    expect(await left()).toEqual({ version: 2, oldest: 2, edges: 397, came: 0, went: 0 });
  });

  it('is nothing where they are more with those that went', async () => {
    await graph.load(...rights('MemberOf', 1, 96), members);
    expect(await left()).toEqual({ version: 2, oldest: 2, edges: 395, came: 0, went: 0 });
  });

  it('counts those that went, too', async () => {
    await graph.load(...rights('MemberOf', 1, 90), members);
    expect(await left()).toEqual({ version: 2, oldest: 1, edges: 389, came: 14, went: 1 });
  });
});
