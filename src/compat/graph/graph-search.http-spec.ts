import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { described } from '../../graph/graph-records.fixture.js';
import { writeGraph } from '../../graph/graph.fixture.js';
import { refusal, TestCompatApi } from '../compat.fixture.js';

describe('graph-search', () => {
  let api: TestCompatApi;

  beforeAll(async () => {
    api = await TestCompatApi.open();
    const estate = [
      described('U-1', ['User', 'Base'], { name: 'ADA', distinguishedname: 'CN=ADA,DC=BIRCH' }),
      described('U-2', ['User', 'Base'], { name: 'ADAM' }),
      ...Array.from({ length: 12 }, (_, at) => described(`C-${at}`, ['Computer', 'Base'], { name: `PC${at}` })),
    ];
    await writeGraph(api.app.database, estate, { day: '2026-03-01' });
  });
  afterAll(() => api.close());

  async function found(query: string): Promise<Record<string, { data: Record<string, unknown> }>> {
    const { status, body } = await api.call('GET', `/graph-search?query=${query}`);
    expect([query, status]).toEqual([query, 200]);
    return (body as { data: Record<string, { data: Record<string, unknown> }> }).data;
  }

  async function idsOf(query: string): Promise<unknown[]> {
    return Object.values(await found(query)).map(({ data }) => data['objectid']);
  }

  it('returns nodes by their ids', async () => {
    const [row] = await api.app.database.query<{ id: number }>("SELECT id FROM node WHERE objectid = 'U-1'");
    expect(await found('ada&type=exact')).toEqual({
      [row!.id]: {
        data: {
          objectid: 'U-1',
          name: 'ADA',
          nodetype: 'User',
          kinds: ['User', 'Base'],
          lastseen: '2026-03-01',
          distinguishedname: 'CN=ADA,DC=BIRCH',
        },
        label: { text: 'ADA' },
        size: 1,
      },
    });
  });

  it('finds parts of names, and with type=exact whole names and ids only', async () => {
    expect(new Set(await idsOf('ada'))).toEqual(new Set(['U-1', 'U-2']));
    expect(await idsOf('u-2&type=exact')).toEqual(['U-2']);
    expect(await idsOf('cn=ada,dc=birch&type=exact')).toEqual(['U-1']);
    expect(await idsOf('ad&type=exact')).toEqual([]);
    expect(await idsOf('nobody')).toEqual([]);
  });

  it('returns ten nodes at most', async () => {
    expect(await idsOf('pc')).toHaveLength(10);
  });

  it.each([
    ['', 'query.query'],
    ['?query=a&type=near', 'query.type'],
  ])('refuses %j', async (query, context) => {
    const answer = await api.call('GET', `/graph-search${query}`);
    expect(refusal(answer)).toMatchObject([400, [{ context }]]);
  });

  it('returns 404 for a query in Cypher that finds nothing', async () => {
    const answer = await api.call('POST', '/graphs/cypher', {
      query: "MATCH (n:User) WHERE n.name = 'NOBODY' RETURN n",
    });
    expect(refusal(answer)).toEqual([404, [{ context: 'body.query', message: 'the query finds nothing' }]]);
    const found = await api.call('POST', '/graphs/cypher', { query: "MATCH (n:User) WHERE n.name = 'ADA' RETURN n" });
    expect(found.status).toBe(200);
  });
});
