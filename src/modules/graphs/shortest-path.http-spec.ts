import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { writeGraph } from '../../graph/graph.fixture.js';
import { described, edge } from '../../graph/graph-records.fixture.js';
import { edgesOf, GraphsClient } from './graphs.fixture.js';

let client: GraphsClient;

beforeAll(async () => {
  client = await GraphsClient.start();
});
afterAll(() => client.close());

function paths(query: string): ReturnType<GraphsClient['ask']> {
  return client.ask('shortest-path', query);
}

async function refusal(query: string): Promise<unknown[]> {
  const { status, body } = await paths(query);
  return [status, body.errors];
}

function nodes(count: number): string {
  return Array.from({ length: count }, () => 'start_node=ADA').join('&');
}

describe('GET /api/v2/graphs/shortest-path', () => {
  it('returns all shortest paths with the facts of their nodes and edges', async () => {
    const { status, version, body } = await paths('start_node=ada&end_node=s-1');
    const [{ version: committed } = { version: 0 }] = await client.app.database.query<{ version: string }>(
      'SELECT version FROM graph_state',
    );
    expect([status, version]).toEqual([200, String(committed)]);
    expect(edgesOf(body.data)).toEqual([
      'ADA MemberOf INNER',
      'ADA MemberOf OUTER',
      'INNER WriteDacl S-1',
      'OUTER GenericAll S-1',
      'OUTER WriteDacl S-1',
    ]);
    const [ada, inner, outer, domain] = await Promise.all(
      ['ADA', 'INNER', 'OUTER', 'S-1'].map((it) => client.idOf(it)),
    );
    expect(new Set(Object.keys(body.data.nodes))).toEqual(new Set([ada, inner, outer, domain]));
    expect(body.data.nodes[ada!]).toEqual({
      label: 'ADA@BIRCH',
      kind: 'User',
      kinds: ['User', 'Base'],
      objectId: 'ADA',
      isTierZero: false,
      isOwnedObject: true,
      lastSeen: '2026-03-04T00:00:00.000Z',
      properties: { name: 'ADA@BIRCH', enabled: true },
    });
    expect(body.data.nodes[domain!]).toMatchObject({ isTierZero: true, isOwnedObject: false });
    const facts = (source: string, kind: string) =>
      body.data.edges.find((it) => it.source === source && it.kind === kind);
    const early = '2026-03-01T00:00:00.000Z';
    expect(facts(inner!, 'WriteDacl')).toEqual({
      id: expect.any(Number),
      source: inner,
      target: domain,
      label: 'WriteDacl',
      kind: 'WriteDacl',
      lastSeen: early,
      properties: { isacl: true, isinherited: false, note: 'by hand' },
    });
    expect(facts(outer!, 'WriteDacl')).toMatchObject({ properties: { isacl: true, isinherited: true } });
    const memberships = body.data.edges.filter(({ kind }) => kind === 'MemberOf');
    expect(memberships.map(({ target, lastSeen, properties }) => [target, lastSeen, properties])).toEqual(
      expect.arrayContaining([
        [inner, early, { isprimarygroup: true }],
        [outer, '2026-03-04T00:00:00.000Z', {}],
      ]),
    );
    expect(body.data.truncated).toBe(false);
  });

  it('returns derived edges without a day, and details of edges that belong to their source', async () => {
    const { body } = await paths('start_node=PC&end_node=S-1&relationship_kinds=nin:GetChanges,GetChangesAll');
    expect(edgesOf(body.data)).toEqual(['BO DCSync S-1', 'PC HasSession BO']);
    const facts = body.data.edges.map(({ kind, lastSeen, properties }) => [kind, lastSeen, properties]);
    expect(facts).toEqual([
      ['HasSession', '2026-03-01T00:00:00.000Z', { logontype: 2 }],
      ['DCSync', undefined, {}],
    ]);
  });

  it.each([
    ['relationship_kinds=in:MemberOf,GenericAll', ['ADA MemberOf OUTER', 'OUTER GenericAll S-1']],
    ['relationship_kinds=MemberOf,GenericAll', ['ADA MemberOf OUTER', 'OUTER GenericAll S-1']],
    ['relationship_kinds=nin:MemberOf&only_traversable=true', ['ADA AdminTo PC', 'BO DCSync S-1', 'PC HasSession BO']],
  ])('follows only some kinds with %s', async (query, edges) => {
    const { body } = await paths(`start_node=ADA&end_node=S-1&${query}`);
    expect(edgesOf(body.data)).toEqual(edges);
  });

  it('finds the end of a tag with any name', async () => {
    const group = { name: 'Builders', tag: 'constructor', selectors: [{ name: 'PC', selector: 'PC' }] };
    const created = (await (await client.app.call('POST', '/api/v2/asset-groups', group)).json()) as {
      data: { id: number };
    };
    expect(edgesOf((await paths('start_node=ADA&end_tag=constructor')).body.data)).toEqual(['ADA AdminTo PC']);
    await client.app.call('DELETE', `/api/v2/asset-groups/${created.data.id}`);
  });

  it('follows kinds of other sources unless only traversable ones are asked for', async () => {
    expect(edgesOf((await paths('start_node=BO&end_node=ADA')).body.data)).toEqual(['BO ACME_Knows ADA']);
    expect((await paths('start_node=BO&end_node=ADA&only_traversable=true')).status).toBe(404);
  });

  it.each([
    [
      'start_node=PC&start_node=LONE&end_node=INNER&end_node=OUTER',
      ['ADA MemberOf INNER', 'ADA MemberOf OUTER', 'BO ACME_Knows ADA', 'LONE MemberOf OUTER', 'PC HasSession BO'],
    ],
    ['start_kind=Computer&end_tag=owned', ['BO ACME_Knows ADA', 'PC HasSession BO']],
    ['start_tag=owned&end_tag=tier_zero', ['ADA AdminTo PC']],
    [
      'start_tag=owned&end_tag=admin_tier_0&relationship_kinds=in:MemberOf,GenericAll',
      ['ADA MemberOf OUTER', 'OUTER GenericAll S-1'],
    ],
    ['start_kind=Group&end_kind=Domain', ['INNER WriteDacl S-1', 'OUTER GenericAll S-1', 'OUTER WriteDacl S-1']],
  ])('goes from many to the nearest of many with %s', async (query, edges) => {
    const { status, body } = await paths(query);
    expect(status).toBe(200);
    expect([edgesOf(body.data), body.data.truncated]).toEqual([edges, false]);
  });

  it.each([
    [
      'start_node=ADA&end_node=S-1&longer=true&only_traversable=true&exclude_node=outer',
      ['ADA AdminTo PC', 'ADA MemberOf INNER', 'BO DCSync S-1', 'INNER WriteDacl S-1', 'PC HasSession BO'],
    ],
    [
      'start_node=ADA&end_node=S-1&only_traversable=true&exclude_where=name:INNER&exclude_where=name:OUTER',
      ['ADA AdminTo PC', 'BO DCSync S-1', 'PC HasSession BO'],
    ],
    [
      'start_node=ADA&end_node=S-1&exclude_where=enabled:false&exclude_edge=ADA,MemberOf,INNER',
      ['ADA MemberOf OUTER', 'OUTER GenericAll S-1', 'OUTER WriteDacl S-1'],
    ],
    [
      'start_node=ADA&end_node=S-1&exclude_node=INNER&exclude_edge=OUTER,WriteDacl,S-1',
      ['ADA MemberOf OUTER', 'OUTER GenericAll S-1'],
    ],
    [
      'start_node=PC&end_node=S-1&relationship_kinds=in:HasSession,DCSync&exclude_edge=ADA,AdminTo,PC',
      ['BO DCSync S-1', 'PC HasSession BO'],
    ],
  ])('leaves out what a view excludes: %s', async (query, edges) => {
    const { status, body } = await paths(query);
    expect([status, edgesOf(body.data)]).toEqual([200, edges]);
  });

  it('leaves out a derived edge that no longer follows', async () => {
    const query = 'start_node=PC&end_node=S-1&only_traversable=true';
    expect((await paths(`${query}&exclude_edge=BO,GetChangesAll,S-1`)).body.errors[0]?.code).toBe('graph.no_path');
    expect((await paths(`${query}&exclude_edge=ADA,MemberOf,OUTER`)).status).toBe(200);
  });

  it('lists several paths, the shortest first', async () => {
    const { body } = await paths('start_node=ADA&end_node=S-1&paths=3&relationship_kinds=nin:GetChanges,GetChangesAll');
    const { nodes: found, paths: listed = [] } = body.data;
    expect(listed.map((path) => path.map((key) => found[key]!.objectId).join(' ')).toSorted()).toEqual([
      'ADA INNER S-1',
      'ADA OUTER S-1',
      'ADA PC BO S-1',
    ]);
    expect(listed.at(-1)).toHaveLength(4);
  });

  it.each([
    ['exclude_node=GONE&exclude_where=name:ADA', 'query.exclude_node', 'there is no node "GONE"'],
    ['exclude_edge=ADA,AdminTo,INNER', 'query.exclude_edge', 'there is no edge "ADA,AdminTo,INNER"'],
  ])('returns 404 for an unknown %s', async (query, context, message) => {
    const [status, errors] = await refusal(`start_node=ADA&end_node=S-1&${query}`);
    expect([status, errors]).toEqual([404, [{ code: 'resource.not_found', context, message }]]);
  });

  it('cuts the graph to whole paths at max_nodes', async () => {
    const { body } = await paths('start_node=ADA&end_node=S-1&max_nodes=3');
    expect([Object.keys(body.data.nodes).length, body.data.truncated]).toEqual([3, true]);
    const { status, body: none } = await paths('start_node=ADA&end_node=S-1&max_nodes=2');
    expect([status, none.data]).toEqual([200, { nodes: {}, edges: [], truncated: true }]);
  });

  it.each(['start_node=S-1&end_node=ADA', 'start_node=ADA&end_node=ADA', 'start_node=ADA&end_kind=GPO'])(
    'returns 404 if there is no path: %s',
    async (query) => {
      const message = 'no path leads from a start to another node that is an end';
      expect(await refusal(query)).toEqual([404, [{ code: 'graph.no_path', context: 'query', message }]]);
    },
  );

  it.each([
    ['start_node=ADA&end_node=GONE', 'query.end_node', '"GONE"'],
    ['start_node=gone&end_node=missing&start_node=ADA', 'query.start_node', '"gone", "missing"'],
  ])('returns 404 with another code for unknown nodes: %s', async (query, context, ids) => {
    const message = `there is no node ${ids}`;
    expect(await refusal(query)).toEqual([404, [{ code: 'resource.not_found', context, message }]]);
  });

  it('returns 400 with the kinds, those that are most like the unknown one first', async () => {
    const [status, errors] = await refusal('start_node=ADA&end_node=S-1&relationship_kinds=in:MemberOff,AdminTo,User');
    expect(status).toBe(400);
    expect(errors).toEqual([
      {
        code: 'reference.not_found',
        context: 'query.relationship_kinds',
        message: expect.stringMatching(
          /^there is no kind "MemberOff"; did you mean MemberOf\? There are MemberOf, ACME_Knows, .* and \d+ more$/,
        ),
      },
      expect.objectContaining({ message: expect.stringMatching(/^there is no kind "User"; did you mean /) }),
    ]);
  });

  it('names the first five unknown kinds', async () => {
    const names = Array.from({ length: 3000 }, (_, at) => at.toString(36).padStart(3, 'x'));
    const { status, body } = await paths(`start_node=ADA&end_node=S-1&relationship_kinds=${names.join(',')}`);
    const named = body.errors.map(({ message }) => /^there is no kind "(\w+)"/.exec(message)?.[1]);
    expect([status, named]).toEqual([400, ['xx0', 'xx1', 'xx2', 'xx3', 'xx4']]);
  });

  it('returns 400 for a kind of edges in start_kind', async () => {
    const [status, errors] = await refusal('start_kind=MemberOf&end_node=S-1');
    expect([status, errors]).toEqual([400, [expect.objectContaining({ context: 'query.start_kind' })]]);
  });

  it.each([
    [
      '',
      'query.missing_parameter',
      'query.start_node',
      'is required unless start_kind, start_tag or start_where is given',
    ],
    [
      'start_node=ADA&start_tag=owned&end_node=S-1',
      'query.conflicting_parameters',
      'query.start_tag',
      `can't go with start_node; take one of start_node, start_kind, start_tag`,
    ],
    [
      'start_node=%00&end_node=S-1',
      'query.invalid_value',
      'query.start_node',
      '"\\u0000" is not valid; it takes a text of 1 to 1024 characters without control characters',
    ],
    [
      'start_node=ADA&end_tag=',
      'query.invalid_value',
      'query.end_tag',
      '"" is not valid; it takes a text of 1 to 1024 characters without control characters',
    ],
    [
      'start_node=ADA&end_node=S-1&relationship_kinds=in:MemberOf,,AdminTo',
      'reference.not_found',
      'query.relationship_kinds',
      expect.stringMatching(/^there is no kind ""; did you mean /),
    ],
    [
      'start_node=ADA&end_node=S-1&relationship_kinds=in:GetChanges&only_traversable=true',
      'query.conflicting_parameters',
      'query.relationship_kinds',
      'leaves no kind that is traversable; give other kinds, or only_traversable=false',
    ],
    [
      'start_node=ADA&end_node=S-1&max_nodes=10001',
      'query.invalid_value',
      'query.max_nodes',
      '"10001" is not valid; it takes an integer from 1 to 10000',
    ],
    [
      'start_node=ADA&end_tag=tier_zro',
      'reference.not_found',
      'query.end_tag',
      'there is no asset group with the tag "tier_zro"; there are tier_zero, admin_tier_0, owned',
    ],
    [
      'start_node=ADA&end_node=S-1&only_traversable=maybe',
      'query.invalid_value',
      'query.only_traversable',
      '"maybe" is not valid; it takes one of t, T, TRUE, true, True, f, F, FALSE, false, False',
    ],
    [
      'start_node=ADA&end_node=S-1&exclude_edge=A,MemberOf,B,AdminTo,C',
      'query.invalid_value',
      'query.exclude_edge',
      '"A,MemberOf,B,AdminTo,C" has several kinds; name its nodes by the ids that the graph gives them, as in answers',
    ],
    [
      'start_node=ADA&end_node=S-1&exclude_edge=ADA,S-1',
      'query.invalid_value',
      'query.exclude_edge',
      '"ADA,S-1" is no edge; it takes source,kind,target, such as S-1-5-21-1-1104,MemberOf,S-1-5-21-1-512',
    ],
    [
      'start_node=ADA&end_node=S-1&exclude_edge=ADA,MemberOf,',
      'query.invalid_value',
      'query.exclude_edge',
      '"ADA,MemberOf," is no edge; it takes source,kind,target, such as S-1-5-21-1-1104,MemberOf,S-1-5-21-1-512',
    ],
    [
      'start_node=ADA&end_node=S-1&exclude_edge=ADA,MemberOff,S-1',
      'reference.not_found',
      'query.exclude_edge',
      expect.stringMatching(/^there is no kind of edges "MemberOff"; did you mean MemberOf/),
    ],
    [
      'start_node=ADA&end_tag=tier_zero&paths=2',
      'query.conflicting_parameters',
      'query.paths',
      'needs exactly one start_node and one end_node',
    ],
    [
      'start_node=ADA&end_node=S-1&paths=2&longer=true',
      'query.conflicting_parameters',
      'query.longer',
      "can't go with paths, which has longer paths anyway",
    ],
    [
      'start_node=ADA&end_node=S-1&paths=21',
      'query.invalid_value',
      'query.paths',
      '"21" is not valid; it takes an integer from 1 to 20',
    ],
  ])('returns 400 for %s', async (query, code, context, message) => {
    const { status, body } = await paths(query);
    expect([status, body.errors[0]]).toEqual([400, { code, context, message }]);
  });

  it('accepts a hundred starts and no more', async () => {
    expect((await paths(`${nodes(100)}&end_node=S-1`)).status).toBe(200);
    expect(await refusal(`${nodes(101)}&end_node=S-1`)).toEqual([
      400,
      [
        {
          code: 'query.invalid_value',
          context: 'query.start_node',
          message: 'is given 101 times; it takes at most 100 object ids',
        },
      ],
    ]);
  });
});

describe('the reach of a unit', () => {
  const question = 'start_node=EVE&end_node=GUARDED&only_traversable=true';

  beforeAll(() =>
    writeGraph(
      client.app.database,
      [
        described('EVE', ['User', 'Base'], { enabled: true }),
        described('UNIT', ['OU', 'Base']),
        described('GUARDED', ['Group', 'Base'], { isaclprotected: true }),
        edge('EVE', 'GenericAll', 'UNIT', { isacl: true }),
        edge('UNIT', 'Contains', 'GUARDED'),
      ],
      { day: '2026-03-05' },
    ),
  );

  it('leaves out a protected group, unless all stored edges are followed', async () => {
    const none = await paths(question);
    expect([none.status, Reflect.get(none.body, 'notes')]).toEqual([
      404,
      [expect.any(String), expect.stringContaining('over all stored edges there is a path (reach=stored)')],
    ]);
    const stored = ['EVE GenericAll UNIT', 'UNIT Contains GUARDED'];
    expect(edgesOf((await paths(`${question}&reach=stored`)).body.data)).toEqual(stored);
    expect(edgesOf((await paths(`${question}&relationship_kinds=in:GenericAll,Contains`)).body.data)).toEqual(stored);
    expect(edgesOf((await paths('start_node=EVE&end_node=GUARDED')).body.data)).toEqual(stored);
  });

  it.each(['reachable?node=GUARDED', 'exposure?end_node=GUARDED'])('counts alike at %s', async (call) => {
    const [path = '', query = ''] = call.split('?');
    const countOf = async (reach: string) => {
      const { data } = (await client.ask(path, `${query}${reach}`)).body as unknown as { data: Record<string, number> };
      return data['count'] ?? data['reaching'];
    };
    expect([await countOf(''), await countOf('&reach=stored')]).toEqual([0, path === 'exposure' ? 1 : 2]);
  });

  it('refuses another reach', async () => {
    expect(await refusal(`${question}&reach=all`)).toEqual([
      400,
      [expect.objectContaining({ context: 'query.reach', message: expect.stringContaining('held or stored') })],
    ]);
  });
});
