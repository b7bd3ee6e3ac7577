import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { described, edge, whole } from '../../graph/graph-records.fixture.js';
import { writeGraph } from '../../graph/graph.fixture.js';
import { AnalysisRuns } from '../../analysis/runs/analysis-runs.js';
import { logRestored } from '../../graph/store/change-log.js';
import { parseCsv } from '../../../test/support/csv.js';
import type { SummaryDto } from './summary.dto.js';
import { edgesOf, GraphsClient } from './graphs.fixture.js';

let client: GraphsClient;

beforeAll(async () => {
  client = await GraphsClient.start();
});
afterAll(() => client.close());

const named = (id: string) => described(id, ['User', 'Base'], { name: id, domainsid: 'S-1' });
const linesOf = (rows: readonly Record<string, string>[]) =>
  rows.map(({ source, kind, target }) => `${source} ${kind} ${target}`).toSorted();
const list = async (query: string) => {
  const { status, body } = await client.ask('edges', query);
  const page = body as unknown as { count: number; data: readonly Record<string, string>[] };
  return { status, ...page };
};

const counts = (accounts: number, reaching: number, unknown_enabled: number) => ({
  accounts,
  reaching,
  share: reaching / accounts,
  unknown_enabled,
});

const rank = async (query: string) => {
  const { status, body } = await client.ask('ranking', query);
  const page = body as unknown as { count: number; greedy: boolean; data: readonly Record<string, unknown>[] };
  const lines = page.data.map(({ objectid, edge, target, count }) =>
    [objectid, ...(edge === null ? [] : [edge, target]), count].map(String).join(' '),
  );
  return { status, ...page, lines };
};

const reached = async (query: string) => {
  const { status, body } = await client.ask('reachable', `type=list&${query}`, 'type=list');
  const { count, data } = body as unknown as { count: number; data: readonly Record<string, unknown>[] };
  return { status, count, data, ids: data.map(({ objectID }) => objectID) };
};

const get = (target: string, headers = {}) =>
  client.app.as('read_only', 'bearer', 'GET', `/api/v2/graphs/${target}`, { headers });

describe('the basis of answers', () => {
  const note = 'no analysis has run: derived edges and findings are missing';
  const basis = { analysed_at: null, stale_since: null };

  it('is beside the data, and its notes are in a header', async () => {
    const response = await get('exposure');
    expect(JSON.parse(response.headers.get('Graph-Notes') ?? '')).toEqual([note]);
    expect(await response.json()).toMatchObject({ data: { reaching: 3 }, ...basis, notes: [note] });
  });

  it('is in large answers and in answers of PostgreSQL', async () => {
    expect(await (await get('shortest-path?start_node=ADA&end_node=S-1')).json()).toMatchObject({
      ...basis,
      notes: [note],
    });
  });

  it('is in a 404 without a path, and in no other error', async () => {
    const { body } = await client.ask('shortest-path', 'start_node=S-1&end_node=ADA');
    expect(body).toMatchObject({ http_status: 404, errors: [{ code: 'graph.no_path' }], ...basis, notes: [note] });
    const unknown = await client.ask('shortest-path', 'start_node=S-1&end_node=NOBODY');
    expect([unknown.status, unknown.body]).toEqual([404, expect.not.objectContaining({ notes: expect.anything() })]);
  });

  it('is in a header of CSV', async () => {
    const response = await get('edges?start_node=ADA', { Accept: 'text/csv' });
    expect(JSON.parse(response.headers.get('Graph-Notes') ?? '')).toEqual([note]);
    expect((await response.text()).slice(0, 7)).toBe('source,');
  });

  it('names an asset group without members, in ASCII in the header', async () => {
    await client.app.database.query("INSERT INTO asset_group (name, tag) VALUES ('Bär', 'bär')");
    const response = await get(`exposure?end_tag=${encodeURIComponent('bär')}`);
    const empty = 'the asset group with the tag "bär" has no members';
    expect(await response.json()).toMatchObject({ data: { reaching: 0 }, notes: [note, empty] });
    const header = response.headers.get('Graph-Notes') ?? '';
    expect([header, JSON.parse(header)]).toEqual([expect.stringMatching(/^[ -~]*b\\u00e4r[ -~]*$/), [note, empty]]);
  });
});

describe('GET /api/v2/graphs/reachable', () => {
  it.each([
    ['node=s-1', { count: 6, tier_zero: 1, kinds: { Computer: 2, User: 2, Group: 2 } }],
    [
      'node=S-1&direction=in&relationship_kinds=in:WriteDacl,GenericAll',
      { count: 2, tier_zero: 0, kinds: { Group: 2 } },
    ],
    ['node=PC&direction=out', { count: 2, tier_zero: 1, kinds: { User: 1, Domain: 1 } }],
    [
      'node=PC&direction=out&only_traversable=false',
      { count: 5, tier_zero: 1, kinds: { User: 2, Group: 2, Domain: 1 } },
    ],
    ['node=LONE&direction=in', { count: 0, tier_zero: 0, kinds: {} }],
    ['end_tag=tier_zero', { count: 5, tier_zero: 0, kinds: { User: 2, Group: 2, Computer: 1 } }],
    ['start_kind=Group&kind=Domain&kind=User', { count: 1, tier_zero: 1, kinds: { Domain: 1 } }],
    ['node=S-1&where=enabled:true', { count: 1, tier_zero: 0, kinds: { User: 1 } }],
    ['node=S-1&exclude_where=name:BO@BIRCH', { count: 4, tier_zero: 0, kinds: { Group: 2, Computer: 1, User: 1 } }],
    ['node=S-1&where=enabled:true&exclude_node=PC', { count: 1, tier_zero: 0, kinds: { User: 1 } }],
    ['node=S-1&kind=Computer&tier_zero=false', { count: 1, tier_zero: 0, kinds: { Computer: 1 } }],
    ['node=ADA&direction=out&environment=birch', { count: 1, tier_zero: 1, kinds: { Domain: 1 } }],
  ])('counts nodes with %s', async (query, data) => {
    const { status, version, body } = await client.ask('reachable', query);
    expect([status, version, body.data]).toEqual([200, expect.stringMatching(/^\d+$/), data]);
  });

  it.each([
    ['', 400, 'query.missing_parameter', 'query.node', 'is required'],
    ['end_node=GONE', 404, 'resource.not_found', 'query.end_node', 'there is no node "GONE"'],
    ['node=PC&end_tag=owned', 400, 'query.conflicting_parameters', 'query.node', "can't go with end_tag"],
    ['start_tag=owned&end_tag=owned', 400, 'query.conflicting_parameters', 'query.end_tag', "can't go with start_tag"],
    ['node=PC&limit=1', 400, 'query.conflicting_parameters', 'query.limit', 'applies to type=list only'],
    ['node=PC&kind=Domains', 400, 'reference.not_found', 'query.kind', expect.stringContaining('did you mean Domain')],
    [
      'node=PC&where=enabld:true',
      400,
      'reference.not_found',
      'query.where',
      expect.stringContaining('there is no property "enabld"; did you mean enabled'),
    ],
    [
      'node=',
      400,
      'query.invalid_value',
      'query.node',
      '"" is not valid; it takes a text of 1 to 1024 characters without control characters',
    ],
    ['node=GONE', 404, 'resource.not_found', 'query.node', 'there is no node "GONE"'],
    ['node=PC&direction=up', 400, 'query.invalid_value', 'query.direction', '"up" is not valid; it takes in or out'],
    [
      'node=PC&relationship_kinds=GetChanges',
      400,
      'query.conflicting_parameters',
      'query.relationship_kinds',
      'leaves no kind that is traversable; give other kinds, or only_traversable=false',
    ],
  ])('refuses %j', async (query, expected, code, context, message) => {
    const { status, body } = await client.ask('reachable', query);
    expect([status, body.errors]).toEqual([expected, [{ code, context, message }]]);
  });
});

describe('GET /api/v2/graphs/reachable?type=list', () => {
  it.each([
    ['node=S-1', ['ADA', 'BO', 'INNER', 'LONE', 'OUTER', 'PC']],
    ['node=S-1&sort_by=-label&sort_by=name', ['ADA', 'BO', 'INNER', 'OUTER', 'LONE', 'PC']],
    ['node=S-1&sort_by=props.enabled', ['ADA', 'BO', 'INNER', 'LONE', 'OUTER', 'PC']],
    ['node=S-1&where=enabled:true', ['ADA']],
    ['node=S-1&where=enabled:null&kind=User', ['BO']],
    ['node=S-1&exclude_edge=ADA,AdminTo,PC&exclude_node=OUTER&exclude_node=INNER', ['BO', 'PC']],
    ['end_tag=tier_zero&kind=User', ['ADA', 'BO']],
  ])('lists nodes with %s', async (query, ids) => {
    const list = await reached(query);
    expect([list.status, list.count, list.ids]).toEqual([200, ids.length, ids]);
  });

  it('has the facts and the properties of a node', async () => {
    const { data } = await reached('node=S-1&where=enabled:true&props=enabled,hasspn');
    const href = '/api/v2/users/ADA';
    const props = { enabled: true, hasspn: null };
    expect(data).toEqual([{ objectID: 'ADA', name: 'ADA@BIRCH', label: 'User', kinds: ['User', 'Base'], href, props }]);
  });

  it('has pages that together are the whole list', async () => {
    const query = 'node=S-1&where=name:~eq:a&exclude_node=PC';
    const whole = await reached(query);
    const pages = await Promise.all([0, 1, 2].map((skip) => reached(`${query}&skip=${skip}&limit=1`)));
    expect(pages.flatMap(({ ids }) => ids)).toEqual(whole.ids.slice(0, 3));
    expect(pages.map(({ count }) => count)).toEqual([whole.count, whole.count, whole.count]);
  });

  it('sends all rows as CSV', async () => {
    const target = '/api/v2/graphs/reachable?node=S-1&type=list&where=enabled:true&props=enabled';
    const response = await client.app.as('read_only', 'bearer', 'GET', target, { headers: { Accept: 'text/csv' } });
    const [header, ...rows] = parseCsv(await response.text());
    expect([header, rows]).toEqual([
      ['objectID', 'name', 'label', 'kinds', 'href', 'props.enabled'],
      [['ADA', 'ADA@BIRCH', 'User', '["User","Base"]', '/api/v2/users/ADA', 'true']],
    ]);
  });
});

describe('GET /api/v2/graphs/edges', () => {
  it.each([
    ['start_node=bo', ['BO ACME_Knows ADA', 'BO DCSync S-1', 'BO GetChanges S-1', 'BO GetChangesAll S-1']],
    ['end_kind=Domain&relationship_kinds=in:WriteDacl', ['INNER WriteDacl S-1', 'OUTER WriteDacl S-1']],
    ['start_kind=Computer&end_kind=User', ['PC HasSession BO']],
    ['end_tag=tier_zero&relationship_kinds=AdminTo,DCSync&start_tier_zero=false', ['ADA AdminTo PC', 'BO DCSync S-1']],
    ['end_kind=User&start_tier_zero=true', ['PC HasSession BO']],
    ['start_node=BO&only_traversable=true&exclude_edge=BO,GetChanges,S-1', []],
    ['start_node=ADA&exclude_where=name:PC', ['ADA MemberOf INNER', 'ADA MemberOf OUTER']],
    ['start_node=ADA&exclude_node=PC', ['ADA MemberOf INNER', 'ADA MemberOf OUTER']],
  ])('lists edges with %s', async (query, lines) => {
    const { status, count, data } = await list(query);
    expect([status, count, linesOf(data)]).toEqual([200, lines.length, lines]);
  });

  it('has the facts of both ends and of the edge', async () => {
    const { data } = await list('start_node=PC&limit=1');
    expect(data).toEqual([
      {
        source: 'PC',
        source_name: 'PC',
        source_kind: 'Computer',
        kind: 'HasSession',
        target: 'BO',
        target_name: 'BO@BIRCH',
        target_kind: 'User',
        last_seen: '2026-03-01T00:00:00.000Z',
        properties: { logontype: 2 },
      },
    ]);
  });

  it('has pages that together are the whole list', async () => {
    const pages = await Promise.all([0, 3, 6, 9].map((skip) => list(`end_node=S-1&skip=${skip}&limit=3`)));
    expect(pages.map(({ count }) => count)).toEqual([6, 6, 6, 6]);
    expect(pages.map(({ data }) => data.length)).toEqual([3, 3, 0, 0]);
    expect(new Set(linesOf(pages.flatMap(({ data }) => data))).size).toBe(6);
  });

  it('needs one end', async () => {
    const { status, body } = await client.ask('edges', 'start_tier_zero=false');
    const message =
      'is required unless one of start_kind, start_tag, end_node, end_kind, end_tag, start_where, end_where is given';
    expect([status, body.errors]).toEqual([
      400,
      [{ code: 'query.missing_parameter', context: 'query.start_node', message }],
    ]);
  });
});

describe('GET /api/v2/graphs/exposure', () => {
  it.each([
    [
      'end_node=S-1',
      {
        ...counts(4, 4, 3),
        groups: [
          { kind: 'User', domain: null, environment_id: null, ...counts(2, 2, 1) },
          { kind: 'Computer', domain: null, environment_id: null, ...counts(2, 2, 2) },
        ],
      },
    ],
    ['', { ...counts(3, 3, 2), groups: [expect.anything(), expect.anything()] }],
    [
      'end_tag=tier_zero&exclude_where=name:OUTER',
      { ...counts(3, 2, 1), before: 3, after: 2, lost: 1, groups: [expect.anything(), expect.anything()] },
    ],
  ])('counts accounts with %s', async (query, data) => {
    const { status, body } = await client.ask('exposure', query);
    expect([status, body.data]).toEqual([200, data]);
  });

  it('returns 404 for an unknown end', async () => {
    const { status, body } = await client.ask('exposure', 'end_node=GONE');
    const message = 'there is no node "GONE"';
    expect([status, body.errors]).toEqual([404, [{ code: 'resource.not_found', context: 'query.end_node', message }]]);
  });
});

describe('GET /api/v2/graphs/ranking', () => {
  it.each([
    ['kind=Computer&limit=1', 2, ['PC 2']],
    ['direction=in&kind=User', 2, ['BO 2', 'ADA 0']],
    ['relationship_kinds=HasSession&limit=1', 19, ['PC 1']],
    [
      'by=only_through&end_node=S-1',
      5,
      ['BO DCSync S-1 2', 'BO 1', 'LONE MemberOf OUTER 1', 'PC HasSession BO 1', 'OUTER 1'],
    ],
    ['by=only_through&end_node=S-1&kind=User', 1, ['BO 1']],
    ['by=only_through&end_node=S-1&edge_kind=MemberOf', 1, ['LONE MemberOf OUTER 1']],
    ['by=only_through&end_node=S-1&edge_kind=MemberOf&kind=User', 0, []],
    ['by=only_through&end_node=S-1&count=2', 2, ['BO DCSync S-1 2', 'OUTER 1']],
  ])('ranks with %j, and again', async (query, count, lines) => {
    for (const _ of ['computed', 'kept']) {
      const page = await rank(query);
      expect([page.status, page.count, page.greedy]).toEqual([200, count, query.includes('count=')]);
      expect(page.lines.toSorted()).toEqual(lines.toSorted());
    }
  });

  it.each([
    ['direction=in&by=only_through', 'query.conflicting_parameters', 'query.direction', 'needs by=reach'],
    ['count=2', 'query.conflicting_parameters', 'query.count', 'needs by=only_through'],
    ['by=only_through&count=2&kind=User', 'query.conflicting_parameters', 'query.kind', "can't go with count"],
    ['edge_kind=MemberOf', 'query.conflicting_parameters', 'query.edge_kind', 'needs by=only_through'],
    ['by=paths', 'query.invalid_value', 'query.by', '"paths" is not valid; it takes reach or only_through'],
    [
      'kind=Uzer',
      'reference.not_found',
      'query.kind',
      expect.stringMatching(/^there is no kind "Uzer"; did you mean /),
    ],
  ])('refuses %s', async (query, code, context, message) => {
    const { status, body } = await client.ask('ranking', query);
    expect([status, body.errors]).toEqual([400, [{ code, context, message }]]);
  });
});

describe('GET /api/v2/graphs/summary', () => {
  it('counts nodes, accounts, tier zero and edges, and again', async () => {
    const { database } = client.app;
    const id = '6f0d1e4e-63a5-4d7e-8f7b-1d0f4f1e9d11';
    const [day, end] = ['2026-03-04T00:00:00Z', '2026-03-04T00:00:05.000Z'];
    const kinds = await database.query<{ kind: string; environment_id: string | null; nodes: number }>(
      `SELECT k.name AS kind, n.environment AS environment_id, count(*)::int AS nodes
       FROM node n JOIN kind k ON k.id = n.kind GROUP BY 1, 2`,
    );
    const edges = await database.query<{ kind: string; count: number }>(
      'SELECT k.name AS kind, count(*)::int AS count FROM edge e JOIN kind k ON k.id = e.kind GROUP BY 1',
    );
    for (const analysis of [null, { id, status: 'failed', finished_at: end }]) {
      const { status, version, body } = await client.ask('summary', '');
      const { groups, relationship_kinds: byKind, ...data } = body.data as unknown as SummaryDto;
      const totals = { nodes: 19, accounts: 4, tier_zero: 2, edges: 23 };
      expect([status, data]).toEqual([200, { version: Number(version), analysis, ...totals }]);
      expect(byKind).toEqual(Object.fromEntries(edges.map(({ kind, count }) => [kind, count])));
      const lines = (rows: typeof kinds) => rows.map(({ kind, environment_id: of, nodes }) => `${kind} ${of} ${nodes}`);
      expect(lines([...groups]).toSorted()).toEqual(lines(kinds).toSorted());
      expect(groups.find(({ kind }) => kind === 'User')).toEqual({
        kind: 'User',
        domain: null,
        environment_id: null,
        nodes: 2,
        accounts: 2,
        tier_zero: 0,
      });
      await database.query(
        `INSERT INTO analysis_run (id, status, requested_at, requested_by, started_at, finished_at, graph_version)
         VALUES ($1, 'failed', $2, 'test', $2, $3, 1) ON CONFLICT DO NOTHING`,
        [id, day, end],
      );
    }
  });
});

describe('GET /api/v2/graphs/edge-composition', () => {
  it('returns the edges from which a derived edge follows, by object ids and by ids', async () => {
    const { status, version, body } = await client.ask(
      'edge-composition',
      'source_node=bo&target_node=S-1&edge_type=DCSync',
    );
    expect([status, version]).toEqual([200, expect.stringMatching(/^\d+$/)]);
    expect(edgesOf(body.data)).toEqual(['BO GetChanges S-1', 'BO GetChangesAll S-1']);
    const [bo, domain] = await Promise.all(['BO', 'S-1'].map((it) => client.idOf(it)));
    const byId = await client.ask('edge-composition', `source_node=${bo}&target_node=${domain}&edge_type=DCSync`);
    expect(byId.body).toEqual(body);
    expect(body.data.edges[0]).toMatchObject({ lastSeen: '2026-03-01T00:00:00.000Z', properties: { isacl: true } });
  });

  it('returns an edge that a source states as it is', async () => {
    const { body } = await client.ask('edge-composition', 'source_node=PC&target_node=BO&edge_type=HasSession');
    expect([edgesOf(body.data), body.data.edges[0]!.properties]).toEqual([['PC HasSession BO'], { logontype: 2 }]);
  });

  it.each([
    [
      'source_node=PC&target_node=S-1&edge_type=DCSync',
      404,
      'resource.not_found',
      'query.edge_type',
      'there is no edge DCSync from "PC" to "S-1"',
    ],
    [
      'source_node=PC&target_node=GONE&edge_type=DCSync',
      404,
      'resource.not_found',
      'query.target_node',
      'there is no node "GONE"',
    ],
    [
      'source_node=4000000000&target_node=0&edge_type=DCSync',
      404,
      'resource.not_found',
      'query.source_node',
      'there is no node "4000000000", "0"',
    ],
    [
      'source_node=007&target_node=S-1&edge_type=DCSync',
      404,
      'resource.not_found',
      'query.source_node',
      'there is no node "007"',
    ],
    ['target_node=S-1&edge_type=DCSync', 400, 'query.missing_parameter', 'query.source_node', 'is required'],
    [
      'source_node=PC&target_node=S-1&edge_type=DCSink',
      400,
      'reference.not_found',
      'query.edge_type',
      expect.stringMatching(/^there is no kind "DCSink"; did you mean DCSync\? There are DCSync, ACME_Knows, /),
    ],
  ])('refuses %s', async (query, expected, code, context, message) => {
    const { status, body } = await client.ask('edge-composition', query);
    expect([status, body.errors]).toEqual([expected, [{ code, context, message }]]);
  });
});

describe('GET /api/v2/graphs/changes', () => {
  interface Page {
    readonly count: number;
    readonly since: { readonly graph_version: number };
    readonly until: { readonly graph_version: number };
    readonly breaks: readonly object[];
    readonly groups: readonly object[];
    readonly data: readonly Record<string, unknown>[];
  }
  const times: string[] = [];
  const ask = async (query: string) => {
    const { status, body } = await client.ask('changes', query);
    const page = body as unknown as Page;
    const lines = page.data?.map(({ change, source, kind, target, type, properties }) =>
      [
        change,
        source,
        ...(type === 'edge' ? [kind, target] : []),
        ...(properties ? [JSON.stringify(properties)] : []),
      ].join(' '),
    );
    return { status, body, page, lines };
  };

  it('knows no changes before a run has ended', async () => {
    const { status, body } = await client.ask('changes', 'since=-PT1S');
    const message = 'no changes are known yet: they are logged from the end of the next run of the analysis';
    expect([status, body.errors]).toEqual([400, [{ code: 'graph.changes_unknown', context: 'query.since', message }]]);
  });

  it('lists edges and nodes that came, went or changed, stated and derived', async () => {
    times.push(await client.analyse());
    await writeGraph(client.app.database, [
      whole('OUTER', { of: 'incoming', kind: 'MemberOf' }),
      edge('NEW', 'MemberOf', 'OUTER'),
      edge('ADA', 'MemberOf', 'OUTER'),
      described('NEW', ['User', 'Base'], { name: 'NEW@BIRCH', domainsid: 'S-1', enabled: true }),
      described('ADA', ['User', 'Base'], { enabled: false, lastlogon: 5 }),
      edge('NEW', 'GetChanges', 'S-1', { isacl: true }),
      edge('NEW', 'GetChangesAll', 'S-1', { isacl: true }),
    ]);
    times.push(await client.analyse());
    const { status, page, lines } = await ask(`since=${times[0]}`);
    expect([status, page.count, lines]).toEqual([
      200,
      7,
      [
        'came NEW DCSync S-1',
        'came NEW GetChanges S-1',
        'came NEW GetChangesAll S-1',
        'came NEW MemberOf OUTER',
        'went LONE MemberOf OUTER',
        'came NEW',
        'changed ADA {"enabled":{"to":false,"from":true}}',
      ],
    ]);
    expect(page.since.graph_version).toBeLessThan(page.until.graph_version);
    expect(page.breaks).toEqual([]);
    const ofDomain = { domain: 'BIRCH', environment_id: 'S-1' };
    const unknown = { domain: null, environment_id: null };
    expect(page.groups).toEqual([
      { type: 'edge', kind: 'DCSync', ...ofDomain, came: 1, went: 0, changed: 0 },
      { type: 'edge', kind: 'GetChanges', ...ofDomain, came: 1, went: 0, changed: 0 },
      { type: 'edge', kind: 'GetChangesAll', ...ofDomain, came: 1, went: 0, changed: 0 },
      { type: 'edge', kind: 'MemberOf', ...ofDomain, came: 1, went: 0, changed: 0 },
      { type: 'edge', kind: 'MemberOf', ...unknown, came: 0, went: 1, changed: 0 },
      { type: 'node', kind: 'User', ...ofDomain, came: 1, went: 0, changed: 0 },
      { type: 'node', kind: 'User', ...unknown, came: 0, went: 0, changed: 1 },
    ]);
  });

  it.each([
    ['kind=MemberOf&change=went', ['went LONE MemberOf OUTER']],
    ['environment_id=null&type=edge', ['went LONE MemberOf OUTER']],
    ['type=node&sort_by=-change', ['changed ADA {"enabled":{"to":false,"from":true}}', 'came NEW']],
    ['change=came&skip=3&limit=1', ['came NEW MemberOf OUTER']],
    ['node=ada', ['changed ADA {"enabled":{"to":false,"from":true}}']],
    ['node=OUTER', ['came NEW MemberOf OUTER', 'went LONE MemberOf OUTER']],
    ['node=BO', []],
  ])('filters and pages with %s', async (query, expected) => {
    expect((await ask(`since=${times[0]}&${query}`)).lines).toEqual(expected);
  });

  it('counts the changes of one node in its groups, and knows no other node', async () => {
    const { page } = await ask(`since=${times[0]}&node=ADA&limit=1`);
    const unknown = { domain: null, environment_id: null };
    expect(page.groups).toEqual([{ type: 'node', kind: 'User', ...unknown, came: 0, went: 0, changed: 1 }]);
    const { status, body } = await ask(`since=${times[0]}&node=GONE`);
    const message = 'there is no node "GONE"';
    expect([status, body.errors]).toEqual([404, [{ code: 'resource.not_found', context: 'query.node', message }]]);
  });

  it('compares two former graphs, and nothing with itself', async () => {
    await writeGraph(client.app.database, [edge('LONE', 'MemberOf', 'OUTER')]);
    times.push(await client.analyse());
    expect((await ask(`since=${times[1]}`)).lines).toEqual(['came LONE MemberOf OUTER']);
    expect((await ask(`since=${times[0]}&until=${times[1]}`)).page.count).toBe(7);
    expect((await ask(`since=${times[0]}`)).page.count).toBe(6);
    expect((await ask(`since=${times[2]}`)).lines).toEqual([]);
    expect((await ask('')).page.count).toBe(6);
  });

  it('sends rows as CSV', async () => {
    const path = `/api/v2/graphs/changes?since=${times[1]}`;
    const csv = await client.app.as('read_only', 'bearer', 'GET', path, { headers: { Accept: 'text/csv' } });
    expect((await csv.text()).split('\r\n').slice(0, 2)).toEqual([
      'change,type,kind,domain,environment_id,source,source_name,source_kind,target,target_name,target_kind,properties',
      'came,edge,MemberOf,,,LONE,LONE,Computer,OUTER,OUTER,Group,',
    ]);
  });

  it('writes no log of a load that changes nothing', async () => {
    const logged = () => client.app.database.query('SELECT id FROM change_log');
    const before = await logged();
    await writeGraph(client.app.database, [edge('LONE', 'MemberOf', 'OUTER')]);
    await client.analyse();
    expect(await logged()).toEqual(before);
  });

  it.each([
    [
      'since=-P1D&until=monday',
      'query.invalid_value',
      'query.until',
      '"monday" is not valid; it takes a date, an RFC 3339 date-time, such as 2026-01-31T13:00:00Z, or a duration before now, such as -P7D',
    ],
    ['since=-P1D&until=-P2D', 'query.conflicting_parameters', 'query.until', 'must not be before since'],
    ['since=2999-01-01T00:00:00Z', 'query.invalid_value', 'query.since', 'must not be after now'],
    [
      'since=-P1D',
      'graph.changes_unknown',
      'query.since',
      expect.stringMatching(/^changes are known since \S+Z: the graph was analysed for the first time then$/),
    ],
  ])('refuses %j', async (query, code, context, message) => {
    const { status, body } = await client.ask('changes', query);
    expect([status, body.errors]).toEqual([400, [{ code, context, message }]]);
  });

  it('lists accounts with new ways into tier zero, each with its new edges', async () => {
    const since = await client.analyse();
    await writeGraph(client.app.database, [
      described('LATE', ['User', 'Base'], { name: 'LATE@BIRCH', domainsid: 'S-1' }),
      edge('LATE', 'AdminTo', 'PC'),
    ]);
    await client.analyse();
    const { status, version, body } = await client.ask('new-ways', `since=${since}`);
    expect([status, version, body]).toEqual([
      200,
      expect.stringMatching(/^\d+$/),
      {
        analysed_at: expect.any(String),
        stale_since: null,
        notes: [],
        count: 1,
        skip: 0,
        limit: 100,
        since: { run_id: expect.any(String), finished_at: expect.any(String), graph_version: expect.any(Number) },
        until: { run_id: expect.any(String), finished_at: expect.any(String), graph_version: expect.any(Number) },
        cursor: String((body as unknown as Page).until.graph_version),
        data: [
          {
            objectid: 'LATE',
            name: 'LATE@BIRCH',
            kind: 'User',
            domain: 'BIRCH',
            environment_id: 'S-1',
            steps: 1,
            new_steps: 1,
            way: [
              {
                source: 'LATE',
                source_name: 'LATE@BIRCH',
                source_kind: 'User',
                kind: 'AdminTo',
                target: 'PC',
                target_name: 'PC',
                target_kind: 'Computer',
                is_new: true,
              },
            ],
            href: '/api/v2/users/LATE',
          },
        ],
      },
    ]);
    expect((await client.ask('new-ways', `since=${since}&until=${since}`)).body).toMatchObject({ count: 0, data: [] });
  });

  it('groups accounts by the new edge that opened their way, which is the one nearest to tier zero', async () => {
    const since = await client.analyse();
    await writeGraph(client.app.database, [
      ...['G1', 'G2'].map((it) => described(it, ['Group', 'Base'])),
      ...['A1', 'A2', 'A3'].map((it) => described(it, ['User', 'Base'], { name: it })),
      edge('A1', 'MemberOf', 'G1'),
      edge('G1', 'MemberOf', 'G2'),
      edge('A2', 'MemberOf', 'G2'),
      edge('G2', 'AdminTo', 'PC'),
      edge('A3', 'AdminTo', 'PC'),
    ]);
    await client.analyse();
    const { status, body } = await client.ask('new-ways', `since=${since}&groups=true`, 'groups=true');
    const ofPc = { kind: 'AdminTo', target: 'PC', target_name: 'PC', target_kind: 'Computer' };
    const opening = (source: string, of: string) => ({ source, source_name: source, source_kind: of, ...ofPc });
    expect([status, body]).toMatchObject([
      200,
      {
        count: 2,
        data: [
          { edge: opening('G2', 'Group'), accounts: 2, objectid: 'A2', name: 'A2', kind: 'User' },
          { edge: opening('A3', 'User'), accounts: 1, objectid: 'A3', name: 'A3', kind: 'User' },
        ],
      },
    ]);
  });

  it('misses no change if an object is renamed between two pages', async () => {
    const since = await client.analyse();
    await writeGraph(
      client.app.database,
      ['R1', 'R2', 'R3'].flatMap((id) => [named(id), edge(id, 'AdminTo', 'PC')]),
    );
    await client.analyse();
    const seen: string[] = [];
    for (let query = `since=${since}&limit=1`; ;) {
      const { body } = await client.ask('changes', query);
      const { data, cursor } = body as unknown as Page & Record<'cursor', string>;
      if (data.length === 0) break;
      seen.push(...data.map(({ type, source }) => `${String(type)} ${String(source)}`));
      await writeGraph(client.app.database, [
        described(String(data[0]!['source']), ['User', 'Base'], { name: `Z${seen.length}` }),
      ]);
      query = `cursor=${cursor}&limit=1`;
    }
    expect(seen).toEqual(['edge R1', 'edge R2', 'edge R3', 'node R1', 'node R2', 'node R3']);
  });

  it('continues by a cursor with the pages of a period, and then with the next one', async () => {
    const since = await client.analyse();
    await writeGraph(client.app.database, [
      named('W1'),
      named('W2'),
      edge('W1', 'AdminTo', 'PC'),
      edge('W2', 'AdminTo', 'PC'),
    ]);
    await client.analyse();
    const follow = async (path: string, name: string, query: string) => {
      const { status, body } = await client.ask(path, query);
      const { cursor, count, skip, data } = body as unknown as Page & Record<'cursor' | 'count' | 'skip', unknown>;
      return { cursor: String(cursor), shown: [status, count, skip, data.map((row) => row[name])] };
    };
    const first = await follow('new-ways', 'objectid', `since=${since}&limit=1`);
    // A later run changes nothing of a period that is being read.
    await writeGraph(client.app.database, [named('W3'), edge('W3', 'AdminTo', 'PC')]);
    await client.analyse();
    const second = await follow('new-ways', 'objectid', `cursor=${first.cursor}&limit=1`);
    const third = await follow('new-ways', 'objectid', `cursor=${second.cursor}`);
    const last = await follow('new-ways', 'objectid', `cursor=${third.cursor}`);
    expect([first, second, third, last].map(({ shown }) => shown)).toEqual([
      [200, 2, 0, ['W1']],
      [200, 2, 1, ['W2']],
      [200, 1, 0, ['W3']],
      [200, 0, 0, []],
    ]);
    expect([first.cursor, last.cursor]).toEqual([expect.stringMatching(/^\d+-\d+-1$/), expect.stringMatching(/^\d+$/)]);
    const changes = await follow('changes', 'source', `since=${since}&limit=3&sort_by=source`);
    const others = await follow('changes', 'source', `cursor=${changes.cursor}&limit=3&sort_by=source`);
    const end = await follow('changes', 'source', `cursor=${others.cursor}`);
    expect([changes, others, end].map(({ shown }) => shown)).toEqual([
      [200, 6, 0, ['W1', 'W1', 'W2']],
      [200, 6, 3, ['W2', 'W3', 'W3']],
      [200, 0, 0, []],
    ]);
    expect([others.cursor, end.cursor]).toEqual([third.cursor, third.cursor]);
  });

  it.each([
    ['cursor=x', 'query.invalid_value', 'query.cursor', '"x" is not valid; it takes the cursor of an answer'],
    ['cursor=1&since=-P1D', 'query.conflicting_parameters', 'query.since', expect.stringContaining('cursor')],
    ['cursor=1&skip=1', 'query.conflicting_parameters', 'query.skip', expect.stringContaining('cursor')],
    ['cursor=999999999', 'graph.changes_unknown', 'query.cursor', expect.stringMatching(/^changes are known since /)],
  ])('refuses the cursor of %j', async (query, code, context, message) => {
    const { status, body } = await client.ask('new-ways', query);
    expect([status, body.errors]).toEqual([400, [{ code, context, message }]]);
  });

  it('names removals in between, and what they removed', async () => {
    const since = await client.analyse();
    await client.app.call('DELETE', '/api/v2/graph?kind=HasSession');
    await client.analyse();
    const { page, lines } = await ask(`since=${since}`);
    expect([page.breaks, lines]).toEqual([[{ at: expect.any(String), reason: 'deletion' }], ['went PC HasSession BO']]);
  });

  it('names a restored backup, after which the graphs in between are not known', async () => {
    const since = await client.analyse();
    await client.app.database.transaction(logRestored);
    await client.analyse();
    const { page } = await ask(`since=${since}`);
    expect([page.breaks, page.count]).toEqual([[{ at: expect.any(String), reason: 'restore' }], 0]);
  });

  it('knows nothing of what is older than the retention, and keeps tier zero', async () => {
    const since = await client.analyse();
    expect(await client.app.app.get(AnalysisRuns).deleteExpiredChanges(new Date())).toBeGreaterThan(0);
    const { body } = await ask(`since=${times[0]}`);
    const message = expect.stringMatching(/^changes are known since \S+Z: RETENTION_CHANGES keeps them no longer$/);
    expect(body.errors).toEqual([{ code: 'graph.changes_unknown', context: 'query.since', message }]);
    await writeGraph(client.app.database, [
      described('LATER', ['User', 'Base'], { domainsid: 'S-1' }),
      edge('LATER', 'AdminTo', 'PC'),
    ]);
    await client.analyse();
    expect((await ask(`since=${since}`)).lines).toEqual(['came LATER AdminTo PC', 'came LATER']);
    expect((await client.ask('new-ways', `since=${since}`)).body.data).toMatchObject([{ objectid: 'LATER', steps: 1 }]);
  });

  it('knows nothing of a graph that was deleted', async () => {
    await client.app.call('DELETE', '/api/v2/graph?all=true');
    await client.analyse();
    const { body } = await ask(`since=${times[0]}`);
    const message = expect.stringMatching(/^changes are known since \S+Z: the whole graph was deleted before$/);
    expect(body.errors).toEqual([{ code: 'graph.changes_unknown', context: 'query.since', message }]);
  });
});

const paths = async (query: string) => edgesOf((await client.ask('shortest-path', query)).body.data);
const exposed = async (query: string) => {
  const { accounts, reaching } = (await client.ask('exposure', query)).body.data as unknown as Record<string, number>;
  return [accounts, reaching];
};

describe('conditions on the ends of questions', () => {
  beforeAll(async () => {
    await writeGraph(client.app.database, [
      described('D', ['Domain', 'Base'], { name: 'D', domainsid: 'D', collected: true }),
      described('SERVERS', ['OU', 'Base']),
      described('INNER-OU', ['OU', 'Base']),
      described('SRV', ['Computer', 'Base'], { operatingsystem: 'WINDOWS SERVER 2022' }),
      described('WS', ['Computer', 'Base']),
      described('READERS', ['Group', 'Base']),
      described('EVE', ['User', 'Base'], { hasspn: true }),
      described('MAX', ['User', 'Base']),
      edge('SERVERS', 'Contains', 'INNER-OU'),
      edge('INNER-OU', 'Contains', 'SRV'),
      edge('EVE', 'MemberOf', 'READERS'),
      edge('READERS', 'ReadLAPSPassword', 'SRV'),
      edge('MAX', 'ReadLAPSPassword', 'WS'),
      edge('MAX', 'AdminTo', 'WS'),
      edge('MAX', 'GenericAll', 'D'),
      edge('SRV', 'GenericAll', 'D'),
    ]);
  });

  const laps = 'relationship_kinds=in:MemberOf,ReadLAPSPassword&only_traversable=false&kind=User';

  it.each([
    ['end_kind=Domain&kind=User&start_where=edge:AdminTo:out:eq:0', ['EVE']],
    ['end_kind=Domain&kind=User&where=edge:AdminTo:out:gte:1', ['MAX']],
    [`end_kind=Computer&end_where=under:servers&${laps}`, ['EVE']],
    [`end_where=under:SERVERS&end_where=operatingsystem:~eq:server&${laps}`, ['EVE']],
    [`end_where=operatingsystem:null&end_kind=Computer&${laps}`, ['MAX']],
    ['start_where=edge:Contains:in:neq:0&start_kind=OU', ['D', 'SRV']],
    ['node=SRV&direction=in&where=edge:Contains:out:1', ['INNER-OU', 'SERVERS']],
    ['node=SRV&start_where=under:SERVERS', ['INNER-OU']],
  ])('limits reachable nodes by %s', async (query, ids) => {
    const page = await reached(query);
    expect([page.status, page.ids]).toEqual([200, ids]);
  });

  it.each([
    ['end_where=under:SERVERS&relationship_kinds=ReadLAPSPassword', ['READERS ReadLAPSPassword SRV']],
    ['start_where=hasspn:true', ['EVE MemberOf READERS']],
    ['start_kind=User&start_where=edge:AdminTo:out:lt:1&end_node=READERS', ['EVE MemberOf READERS']],
    ['start_kind=User&start_where=edge:AdminTo:out:gt:0&exclude_node=D', ['MAX AdminTo WS', 'MAX ReadLAPSPassword WS']],
  ])('limits edges by %s', async (query, lines) => {
    const { status, data } = await list(query);
    expect([status, linesOf(data)]).toEqual([200, lines]);
  });

  it('limits paths, exposure and rankings', async () => {
    const toDomain = ['EVE MemberOf READERS', 'READERS ReadLAPSPassword SRV', 'SRV GenericAll D'];
    expect(await paths('start_kind=User&end_kind=Domain&start_where=edge:AdminTo:out:eq:0')).toEqual(toDomain);
    expect(await paths('start_where=hasspn:true&end_where=edge:GenericAll:in:gte:2')).toEqual(toDomain);
    expect(await paths('start_where=hasspn:true&end_kind=Computer&end_where=under:SERVERS&exclude_where=edge:AdminTo:out:1')).toEqual(toDomain.slice(0, 2)); // prettier-ignore
    expect(await exposed('end_node=D')).toEqual([4, 3]);
    expect(await exposed('end_node=D&start_where=edge:AdminTo:out:eq:0')).toEqual([3, 2]);
    expect(await exposed('end_where=under:SERVERS&start_where=hasspn:true')).toEqual([1, 1]);
    expect((await rank('kind=User&where=hasspn:true')).lines).toEqual(['EVE 3']);
    expect((await rank('by=only_through&end_kind=Domain&where=under:SERVERS&edge_kind=GenericAll')).lines).toEqual(['SRV GenericAll D 2']); // prettier-ignore
    expect((await rank('by=only_through&end_where=under:SERVERS&end_kind=Computer&edge_kind=MemberOf')).lines).toEqual(['EVE MemberOf READERS 1']); // prettier-ignore
  });

  it.each([
    [
      'reachable',
      'end_kind=Domain&start_where=under:GONE',
      'reference.not_found',
      'start_where',
      'there is no node "GONE"',
    ],
    [
      'reachable',
      'end_node=D&end_where=edge:AdminTo',
      'query.invalid_value',
      'end_where',
      '"edge:AdminTo" is not valid; it takes edge:<kind>:<in or out>:[<predicate>:]<number>, such as edge:AdminTo:out:eq:0',
    ],
    [
      'reachable',
      'node=D&end_where=enabled:true',
      'query.conflicting_parameters',
      'end_where',
      "can't go with node, which is one node",
    ],
    [
      'reachable',
      'end_node=D&where=under:',
      'query.invalid_value',
      'where',
      '"under:" is not valid; it takes under:<object id>',
    ],
    [
      'shortest-path',
      'start_where=edge:AdminToo:out:1&end_node=D',
      'reference.not_found',
      'start_where',
      expect.stringContaining('there is no kind of edges "AdminToo"; did you mean AdminTo'),
    ],
    [
      'exposure',
      'end_where=enabld:true',
      'reference.not_found',
      'end_where',
      expect.stringContaining('there is no property "enabld"'),
    ],
    [
      'exposure',
      'start_where=enabld:true',
      'reference.not_found',
      'start_where',
      expect.stringContaining('there is no property "enabld"'),
    ],
    [
      'ranking',
      'by=only_through&count=2&where=enabled:true',
      'query.conflicting_parameters',
      'where',
      "can't go with count",
    ],
    ['ranking', 'end_where=enabled:true', 'query.conflicting_parameters', 'end_where', 'needs by=only_through'],
  ])('refuses for %s %s', async (path, query, code, parameter, message) => {
    const { status, body } = await client.ask(path, query);
    expect([status, body.errors]).toEqual([400, [{ code, context: `query.${parameter}`, message }]]);
  });
});
