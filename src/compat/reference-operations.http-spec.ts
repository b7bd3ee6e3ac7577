import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type TestApp, testApp } from '../../test/support/app.js';
import { OpenApiJudge } from '../../test/support/openapi.js';
import { type Route, routesOf, targetOf } from '../../test/support/routes.js';
import { AnalysisRuns } from '../analysis/runs/analysis-runs.js';
import { permissionsOf, roles } from '../auth/permissions.js';
import { productVersion } from '../base/config/product-version.js';
import { described, edge, known } from '../graph/graph-records.fixture.js';
import { writeGraph } from '../graph/graph.fixture.js';
import { GraphRemoval } from '../graph/writer/removal/graph-removal.js';
import { answerOf, refusal, TestCompatApi } from './compat.fixture.js';

const estate = [
  described('S-1', ['Domain', 'Base'], { domainsid: 'S-1', name: 'BIRCH', collected: true }),
  described('S-2', ['Domain', 'Base'], { domainsid: 'S-2', name: 'ASPEN' }),
  described('U', ['User', 'Base'], { domainsid: 'S-1' }),
  described('G', ['Group', 'Base'], { domainsid: 'S-1' }),
  described('T', ['AZTenant', 'AZBase'], { tenantid: 'T', name: 'CEDAR', collected: true }),
  described('R', ['Repo', 'ACME']),
  edge('U', 'MemberOf', 'G'),
  edge('U', 'Pushes', known('R')),
];

function nameOf({ method, path }: Route): string {
  return `${method} ${path}`;
}

describe('the operations of the reference product', () => {
  let api: TestCompatApi;
  let plain: TestApp;
  /** The operations that COMPAT adds. */
  let added: Route[];

  beforeAll(async () => {
    api = await TestCompatApi.open('enterprise');
    plain = await testApp({ edition: 'enterprise' });
    const names = new Set(routesOf(plain.app).map(nameOf));
    added = routesOf(api.app.app).filter((route) => !names.has(nameOf(route)));
  });
  afterAll(() => Promise.all([api.close(), plain.close()]));
  beforeEach(async () => {
    await api.app.app.get(GraphRemoval).remove({}, async () => {});
    await writeGraph(api.app.database, estate);
    await api.app.database.query('TRUNCATE analysis_run, audit_log, upload, data_quality_domain CASCADE');
  });

  async function left(): Promise<string[]> {
    const rows = await api.app.database.query<{ objectid: string }>('SELECT objectid FROM node ORDER BY objectid');
    return rows.map(({ objectid }) => objectid);
  }

  async function edges(): Promise<string[]> {
    const rows = await api.app.database.query<{ name: string }>(
      'SELECT name FROM edge JOIN kind ON kind.id = edge.kind ORDER BY name',
    );
    return rows.map(({ name }) => name);
  }

  async function countNothing(): Promise<void> {
    const columns = await api.app.database.query<{ name: string }>(
      `SELECT column_name AS name FROM information_schema.columns WHERE table_name = 'data_quality_domain'
         AND is_identity = 'NO' AND data_type IN ('integer', 'double precision')`,
    );
    const names = columns.map(({ name }) => name);
    await api.app.database.query(
      `INSERT INTO data_quality_domain (created_at, updated_at, run_id, domainsid, ${names.join(', ')})
       VALUES (now(), now(), gen_random_uuid(), 'S-1', ${names.map(() => 0).join(', ')})`,
    );
  }

  const clear = (body: object) => api.call('POST', '/clear-database', body);

  const list = (query: string) => api.call('GET', `/available-domains${query}`);

  it('do not exist without COMPAT', async () => {
    expect(added.map(nameOf)).toEqual(expect.arrayContaining(['GET /api/version', 'POST /api/v2/clear-database']));
    const paths = new Set(routesOf(plain.app).map(({ path }) => path));
    for (const route of added) {
      const response = await plain.call(route.method, targetOf(route));
      expect([nameOf(route), response.status]).toEqual([nameOf(route), paths.has(route.path) ? 405 : 404]);
    }
  });

  it.each(roles)('check the permissions of the role %s', async (role) => {
    for (const { method, path, access } of added) {
      const isPublic = access !== undefined && 'public' in access;
      const permission = access && 'permission' in access ? access.permission : undefined;
      const target = `${targetOf({ path })}?no_such_parameter=1`;
      const response = await api.app.as(role, 'bearer', method, target);
      const isAllowed = isPublic || (permission !== undefined && permissionsOf(role).has(permission));
      expect([method, path, response.status]).toEqual([method, path, isAllowed ? 400 : 403]);
    }
  });

  it('are in the OpenAPI document', async () => {
    const judge = await OpenApiJudge.of(api.app.url);
    const response = await api.app.call('GET', '/api/version');
    expect(await judge.faultsOf('GET', '/api/version', response)).toEqual([]);
  });

  it('return the versions', async () => {
    expect(await answerOf(await api.app.call('GET', '/api/version'))).toEqual({
      status: 200,
      body: {
        data: {
          API: { current_version: 'v2', deprecated_version: 'none' },
          server_version: `v${productVersion()}`,
          product_edition: 'enterprise',
        },
      },
    });
  });

  it('list the domains and tenants of the graph', async () => {
    const birch = { type: 'active-directory', name: 'BIRCH', id: 'S-1', collected: true, impactValue: null };
    const aspen = { type: 'active-directory', name: 'ASPEN', id: 'S-2', collected: false, impactValue: null };
    const cedar = { type: 'azure', name: 'CEDAR', id: 'T', collected: true, impactValue: null };
    expect(await list('')).toEqual({ status: 200, body: { data: [aspen, birch, cedar] } });
    expect(await list('?sort_by=-objectid&collected=eq:true')).toEqual({ status: 200, body: { data: [cedar, birch] } });
    expect(await list('?name=~eq:asp')).toEqual({ status: 200, body: { data: [aspen] } });
  });

  it('find nodes and edges by the ids that graphs show', async () => {
    const asked = await api.call('POST', '/graphs/cypher', {
      query: 'MATCH p = (:User)-[:MemberOf]->(:Group) RETURN p',
    });
    const { nodes, edges: shown } = (asked.body as { data: { nodes: Record<string, object>; edges: { id: number }[] } })
      .data;
    const [user, group] = Object.keys(nodes).map(Number);
    const found = await api.call('GET', `/nodes/${user}`);
    expect(found).toMatchObject({
      status: 200,
      body: {
        data: {
          node_id: user,
          kinds: [
            { node_kind_id: expect.any(Number), name: 'User' },
            { node_kind_id: expect.any(Number), name: 'Base' },
          ],
          properties: { objectid: 'U', domainsid: 'S-1', lastSeen: expect.any(String), system_tags: '' },
        },
      },
    });
    expect(await api.call('GET', `/relationships/${shown[0]?.id}?include-info=true`)).toMatchObject({
      status: 200,
      body: {
        data: {
          relationship_id: shown[0]?.id,
          source_node_id: user,
          target_node_id: group,
          kind: { relationship_kind_id: expect.any(Number), name: 'MemberOf' },
          properties: { is_traversable: true, lastSeen: expect.any(String) },
          info: expect.arrayContaining([
            {
              name: 'danger',
              title: 'Danger',
              position: 1,
              markdown: expect.anything(),
              relationship_kind_id: expect.any(Number),
            },
          ]),
        },
      },
    });
    expect(refusal(await api.call('GET', '/nodes/2147483647'))).toEqual([
      404,
      [{ context: 'path.node_id', message: 'there is no node 2147483647' }],
    ]);
    expect(refusal(await api.call('GET', '/relationships/9007199254740991'))).toEqual([
      404,
      [{ context: 'path.relationship_id', message: 'there is no relationship 9007199254740991' }],
    ]);
  });

  it('list the changes of tags from the audit log, by a time of any zone', async () => {
    const made = await api.call('POST', '/asset-group-tags', { name: 'Vault', type: 2 });
    const { id } = (made.body as { data: { id: number } }).data;
    const seeds = [{ type: 1, value: 'U' }];
    const selector = await api.call('POST', `/asset-group-tags/${id}/selectors`, { name: 'Keys', seeds });
    const { id: selectorId } = (selector.body as { data: { id: number } }).data;
    const path = `/asset-group-tags/${id}/selectors/${selectorId}`;
    await api.call('PATCH', path, { description: 'all keys' });
    await api.call('PATCH', `/asset-group-tags/${id}`, { glyph: 'key' });
    await api.call('DELETE', path);
    await api.call('DELETE', `/asset-group-tags/${id}`);
    const changes = async (method: string, query: string, body?: object) => {
      const answer = await api.call(method, `/asset-group-tags-history?${query}`, body);
      const { data } = answer.body as { data: { records: Record<string, unknown>[] } };
      return data.records.map(
        ({ action, target, asset_group_tag_id: tag, email, environment_id: environment, note }) => [
          action,
          target,
          tag === id,
          email ?? environment ?? note,
        ],
      );
    };
    const all = [
      ['DeleteTag', 'Vault', true, null],
      ['DeleteSelector', 'Keys', true, null],
      ['UpdateTag', 'Vault', true, null],
      ['UpdateSelector', 'Keys', true, null],
      ['CreateSelector', 'Keys', true, null],
      ['CreateTag', 'Vault', true, null],
    ];
    const since = encodeURIComponent('gte:2026-01-01T00:00:00.000+01:00');
    expect(await changes('GET', `created_at=${since}&asset_group_tag_id=eq:${id}`)).toEqual(
      // The names of what is gone are known from its deletion alone.
      all.map(([action, target, ...more]) => [
        action,
        action === 'UpdateTag' || action === 'UpdateSelector' ? '' : target,
        ...more,
      ]),
    );
    expect(await changes('GET', 'action=eq:CreateTag&skip=0&limit=1')).toEqual([all[5]]);
    expect(await changes('POST', 'limit=10', { query: 'keys' })).toEqual([all[1], all[4]]);
    expect((await api.call('POST', '/asset-group-tags-history', { query: 'k' })).status).toBe(400);
  });

  describe('clear-database', () => {
    const done = { status: 204, body: undefined };

    it('deletes the whole graph and requests an analysis', async () => {
      expect(await clear({ deleteCollectedGraphData: true, deleteAssetGroupSelectors: [0] })).toEqual(done);
      expect(await left()).toEqual([]);
      expect(await api.app.app.get(AnalysisRuns).waiting()).not.toBeNull();
      expect(await api.recorded('graph.delete')).toMatchObject([['graph.delete', 'graph', { all: true, nodes: 6 }]]);
    });

    it('deletes the nodes of a source', async () => {
      expect(await clear({ deleteSourceKinds: [1], deleteAssetGroupSelectors: [] })).toEqual(done);
      expect(await left()).toEqual(['R', 'T']);
      expect(await clear({ deleteSourceKinds: [2, 0] })).toEqual(done);
      expect(await left()).toEqual([]);
    });

    it('deletes edges by kind and keeps the nodes', async () => {
      expect(await clear({ deleteRelationships: ['MemberOf'] })).toEqual(done);
      expect([await left(), await edges()]).toEqual([['G', 'R', 'S-1', 'S-2', 'T', 'U'], ['Pushes']]);
    });

    it('deletes edges of a kind that goes with the nodes of its source', async () => {
      expect(await clear({ deleteSourceKinds: [1, 2, 0], deleteRelationships: ['Pushes', 'MemberOf'] })).toEqual(done);
      expect([await left(), await edges()]).toEqual([[], []]);
    });

    it('deletes the histories and keeps uploads in progress', async () => {
      await api.app.database.query(
        `INSERT INTO upload (kind, account_name, status, started_at, last_activity_at, ended_at, finished_at)
         VALUES ('upload', 'ada', 'complete', now(), now(), now(), now()), ('upload', 'bob', 'running', now(), now(), NULL, NULL),
           ('collection', 'cleo', 'complete', now(), now(), now(), now())`,
      );
      await countNothing();
      expect(await clear({ deleteFileIngestHistory: true, deleteDataQualityHistory: true })).toEqual(done);
      expect(await api.app.database.query('SELECT account_name FROM upload ORDER BY 1')).toEqual([
        { account_name: 'bob' },
        { account_name: 'cleo' },
      ]);
      expect(await api.app.database.query('SELECT FROM data_quality_domain')).toEqual([]);
      expect(await api.recorded('history.delete')).toEqual([
        ['history.delete', 'clear-database', { history: 'uploads' }],
        ['history.delete', 'clear-database', { history: 'data quality' }],
      ]);
      expect((await left()).length).toBe(6);
    });

    it('deletes the selectors of asset groups', async () => {
      const selectors = [{ name: 'U', selector: 'U' }];
      const made = await api.call('POST', '/asset-groups', { name: 'Mine', tag: 'mine', selectors });
      const { id } = (made.body as { data: { id: number } }).data;
      expect(await clear({ deleteAssetGroupSelectors: [id, 2_147_483_647] })).toEqual(done);
      expect(await api.call('GET', `/asset-groups/${id}`)).toMatchObject({
        body: { data: { selectors: [], member_count: 0 } },
      });
    });

    it('validates the whole request before it deletes anything', async () => {
      expect(refusal(await clear({ deleteCollectedGraphData: false, deleteSourceKinds: [] }))).toEqual([
        400,
        [
          {
            context: 'body',
            message:
              'deletes nothing; it takes at least one of deleteCollectedGraphData, deleteSourceKinds, deleteRelationships, deleteFileIngestHistory, deleteDataQualityHistory, deleteAssetGroupSelectors',
          },
        ],
      ]);
      const all = { deleteCollectedGraphData: true, deleteSourceKinds: [1], deleteRelationships: ['Nope', 'User'] };
      const message =
        'cannot be combined with deleteCollectedGraphData, which deletes the whole graph; leave one of them out';
      expect(refusal(await clear(all))).toEqual([
        400,
        [
          { context: 'body.deleteSourceKinds', message },
          { context: 'body.deleteRelationships', message },
          { context: 'body.deleteRelationships.0', message: 'there is no relationship "Nope"' },
          { context: 'body.deleteRelationships.1', message: 'there is no relationship "User"' },
        ],
      ]);
      expect(refusal(await clear({ deleteSourceKinds: [3] }))).toEqual([
        400,
        [
          {
            context: 'body.deleteSourceKinds',
            message: 'takes 0 (neither), 1 (Active Directory) and 2 (Entra ID and Azure)',
          },
        ],
      ]);
      expect((await left()).length).toBe(6);
    });
  });
});
