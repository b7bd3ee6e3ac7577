import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { edgesOf, GraphsClient } from './graphs.fixture.js';

let client: GraphsClient;

beforeAll(async () => {
  client = await GraphsClient.start();
});
afterAll(() => client.close());

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
  ])('counts nodes with %s', async (query, data) => {
    const { status, version, body } = await client.ask('reachable', query);
    expect([status, version, body.data]).toEqual([200, expect.stringMatching(/^\d+$/), data]);
  });

  it.each([
    ['', 400, 'query.missing_parameter', 'query.node', 'is required'],
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
