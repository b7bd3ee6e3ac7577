import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { described, edge } from '../../graph/graph-records.fixture.js';
import { writeGraph } from '../../graph/graph.fixture.js';
import { refusal, TestCompatApi } from '../compat.fixture.js';

describe('pathfinding', () => {
  let api: TestCompatApi;

  beforeAll(async () => {
    api = await TestCompatApi.open();
    const estate = [
      described('ADA', ['User', 'Base'], { name: 'ADA@BIRCH' }),
      described('PC', ['Computer', 'Base'], {}),
      edge('PC', 'HasSession', 'ADA', { logontype: 2 }),
    ];
    await writeGraph(api.app.database, estate, { day: '2026-03-01' });
  });
  afterAll(() => api.close());

  it('keeps the form of answers, and has notes in a header', async () => {
    const notes = ['tier zero has no members: no analysis has run'];
    for (const target of [
      'graphs/shortest-path?start_node=PC&end_node=ADA',
      'graphs/shortest-path?start_node=ADA&end_node=PC',
    ]) {
      const response = await api.app.call('GET', `/api/v2/${target}`);
      expect(JSON.parse(response.headers.get('Graph-Notes') ?? '')).toEqual(notes);
      expect(await response.json()).not.toHaveProperty('notes');
    }
    const headers = { 'X-Requested-With': 'graphward' };
    const ofPage = await api.app.as('read_only', 'bearer', 'GET', '/api/v2/graphs/exposure', { headers });
    expect(await ofPage.json()).toMatchObject({
      analysed_at: null,
      stale_since: null,
      notes,
    });
  });

  it('tells in the header of a role in a unit whose members are not known', async () => {
    await writeGraph(api.app.database, [
      described('EVE', ['AZUser', 'AZBase'], { name: 'EVE' }),
      described('BO', ['AZUser', 'AZBase'], {}),
      described('R', ['AZRole', 'AZBase'], { name: 'HELP', templateid: '729827e3-9c14-49f7-bb1b-9608f156bbb8' }),
      edge('EVE', 'AZHasScopedRole', 'R', { scopes: ['ADMINISTRATIVEUNITS/U'] }),
    ]);
    const response = await api.app.call('GET', '/api/v2/graphs/shortest-path?start_node=EVE&end_node=BO');
    expect(JSON.parse(response.headers.get('Graph-Notes') ?? '')).toContain(
      'unknown reach: EVE by HELP in the unit U (members_not_collected)',
    );
    expect(await response.json()).not.toHaveProperty('unknown_reach');
  });

  it('returns nodes by their ids, and edges by their ends', async () => {
    const [ada, pc] = await Promise.all(
      ['ADA', 'PC'].map(async (objectid) => {
        const [row] = await api.app.database.query<{ id: number }>('SELECT id FROM node WHERE objectid = $1', [
          objectid,
        ]);
        return row!.id;
      }),
    );
    expect(await api.call('GET', '/pathfinding?start_node=pc&end_node=ada')).toEqual({
      status: 200,
      body: {
        data: {
          [ada!]: {
            data: {
              objectid: 'ADA',
              name: 'ADA@BIRCH',
              nodetype: 'User',
              kinds: ['User', 'Base'],
              lastseen: '2026-03-01',
            },
            label: { text: 'ADA@BIRCH' },
            size: 1,
          },
          [pc!]: {
            data: {
              objectid: 'PC',
              name: 'PC',
              nodetype: 'Computer',
              kinds: ['Computer', 'Base'],
              lastseen: '2026-03-01',
            },
            label: { text: 'PC' },
            size: 1,
          },
          [`rel_${pc}_HasSession_${ada}`]: {
            id1: String(pc),
            id2: String(ada),
            label: { text: 'HasSession' },
            end2: { arrow: true },
            data: { logontype: 2, lastseen: '2026-03-01' },
          },
        },
      },
    });
  });

  it.each([
    ['?start_node=ADA&end_node=PC', 404, 'query'],
    ['?start_node=ADA&end_node=GONE', 404, 'query.end_node'],
    ['?start_node=ADA', 400, 'query.end_node'],
  ])('refuses %s', async (query, status, context) => {
    expect(refusal(await api.call('GET', `/pathfinding${query}`))).toMatchObject([status, [{ context }]]);
  });
});
