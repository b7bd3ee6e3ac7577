import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type TestApp, testApp } from '../../../test/support/app.js';
import { OpenApiJudge } from '../../../test/support/openapi.js';
import { described, edge } from '../../graph/graph-records.fixture.js';
import { writeGraph } from '../../graph/graph.fixture.js';

const ofBirch = { domainsid: 'BIRCH' };
const ofElm = { domainsid: 'ELM' };

const nodes = [
  described('BIRCH', ['Domain', 'Base'], ofBirch),
  described('ELM', ['Domain', 'Base'], ofElm),
  ...['OU-OPEN', 'OU-BELOW'].map((id) => described(id, ['OU', 'Base'], ofBirch)),
  described('OU-BLOCKS', ['OU', 'Base'], { ...ofBirch, blocksinheritance: true }),
  described('ANN', ['User', 'Base'], { ...ofBirch, enabled: true, lastlogontimestamp: 1_500_000_000 }),
  described('BO', ['User', 'Base'], {
    ...ofBirch,
    enabled: true,
    lastlogontimestamp: 0,
    serviceprincipalnames: ['http/a', 'http/b:80'],
    badge: 7,
  }),
  described('ZOE', ['User', 'Base'], { ...ofElm, enabled: false, lastlogontimestamp: -1, badge: 8 }),
  ...['INNER', 'OUTER'].map((id) => described(id, ['Group', 'Base'], ofBirch)),
  ...['PC', 'SRV'].map((id) => described(id, ['Computer', 'Base'], { ...ofBirch, operatingsystem: 'LINUX' })),
  ...['GPO', 'GPO-ENFORCED'].map((id) => described(id, ['GPO', 'Base'], ofBirch)),
  described('ROOT', ['RootCA', 'Base'], ofBirch),
  described('ISSUING', ['EnterpriseCA', 'Base'], ofBirch),
  described('THING', ['Printer'], { name: 'PRINTER 7' }),
  described('AZ-TENANT', ['AZTenant', 'AZBase'], { tenantid: 'AZ-TENANT' }),
  described('AZ-ANN', ['AZUser', 'AZBase'], { tenantid: 'AZ-TENANT', enabled: false, badge: 9 }),
  described('AZ-GROUP', ['AZGroup', 'AZBase'], { tenantid: 'AZ-TENANT' }),
  described('odd #?%/../ä', ['Printer'], { name: 'ODD' }),
  described('/SUBSCRIPTIONS/1&a=odd', ['AZVM', 'AZBase'], { tenantid: 'AZ-TENANT', name: 'OD-VM' }),
  described('AZ-ROLE', ['AZRole', 'AZBase'], { tenantid: 'AZ-TENANT' }),
];

const edges = [
  ['ANN', 'MemberOf', 'INNER'],
  ['ZOE', 'MemberOf', 'INNER'],
  ['INNER', 'MemberOf', 'OUTER'],
  ['OUTER', 'MemberOf', 'INNER'],
  ['OUTER', 'CanRDP', 'SRV'],
  ['BO', 'CanRDP', 'SRV'],
  ['SRV', 'HasSession', 'ANN'],
  ['PC', 'HasSession', 'BO'],
  ['OUTER', 'WriteDacl', 'BO'],
  ['OUTER', 'GenericAll', 'INNER'],
  ['OUTER', 'AdminTo', 'PC'],
  ['BO', 'GenericAll', 'GPO'],
  ['BIRCH', 'Contains', 'OU-OPEN'],
  ['OU-OPEN', 'Contains', 'OU-BLOCKS'],
  ['OU-BLOCKS', 'Contains', 'OU-BELOW'],
  ['OU-OPEN', 'Contains', 'PC'],
  ['OU-BELOW', 'Contains', 'SRV'],
  ['OU-BELOW', 'Contains', 'ANN'],
  ['GPO', 'GPLink', 'BIRCH'],
  ['ELM', 'SameForestTrust', 'BIRCH'],
  ['ISSUING', 'IssuedSignedBy', 'ROOT'],
  ['ROOT', 'RootCAFor', 'BIRCH'],
  ['AZ-TENANT', 'AZContains', 'AZ-ANN'],
  ['AZ-TENANT', 'AZContains', 'AZ-GROUP'],
  ['AZ-ANN', 'AZMemberOf', 'AZ-GROUP'],
  ['AZ-GROUP', 'AZHasRole', 'AZ-ROLE'],
] as const;

interface Subgraph {
  readonly data: {
    readonly nodes: readonly { readonly objectID: string }[];
    readonly edges: readonly { readonly source: string; readonly kind: string; readonly target: string }[];
  };
}

const note = 'no analysis has run: derived edges and findings are missing';

describe('lists of entities', () => {
  let app: TestApp;
  let judge: OpenApiJudge;

  beforeAll(async () => {
    app = await testApp({ edition: 'community' });
    judge = await OpenApiJudge.of(app.url);
    await writeGraph(app.database, [
      ...nodes,
      ...edges.map(([source, kind, target]) => edge(source, kind, target)),
      edge('GPO-ENFORCED', 'GPLink', 'OU-OPEN', { enforced: true }),
    ]);
    await app.database.query("INSERT INTO selected_node SELECT 1, id, 1 FROM node WHERE objectid IN ('SRV', 'BO')");
  });
  afterAll(() => app.close());

  async function get(path: string): Promise<unknown> {
    const response = await app.call('GET', `/api/v2/${path}`);
    const [kind = '', , list] = path.split('?')[0]!.split('/');
    const templates: Record<string, string> = { cloud: 'cloud/{entity_type}', search: 'search' };
    const ofKind =
      list === 'lists' ? 'base/{object_id}/lists/{list_name}' : [kind, '{object_id}', list].filter(Boolean).join('/');
    const template = templates[kind] ?? ofKind;
    const [form] = /type=(graph|count)/.exec(path) ?? [];
    expect(await judge.faultsOf('GET', `/api/v2/${template}`, response, form)).toEqual([]);
    const { analysed_at: at, stale_since: since, notes, ...body } = (await response.json()) as Record<string, unknown>;
    const isBare = !response.ok || list === 'admin-rights' || kind === 'search';
    expect([at, since, notes]).toEqual(isBare ? [undefined, undefined, undefined] : [null, null, [note]]);
    return body;
  }

  async function addressesIn(path: string): Promise<(string | undefined)[][]> {
    const { data } = (await get(path)) as { data: { objectID: string; href?: string }[] };
    return data.map(({ objectID, href }) => [objectID, href]);
  }

  it.each([
    [
      'groups/OUTER/members?sort_by=pwdlastset',
      'list.unsortable',
      `"pwdlastset" can't be sorted by; sortable are name, objectID, label, and properties, as props.pwdlastset`,
    ],
    [
      'groups/OUTER/members?tierzero=true',
      'filter.unknown_parameter',
      expect.stringContaining('did you mean tier_zero? It takes '),
    ],
  ])('names what was meant by %s', async (path, code, message) => {
    expect(await get(path)).toMatchObject({ errors: [{ code, message }] });
  });

  it('have the address of each entity, except the lists of admin rights', async () => {
    expect(await addressesIn('groups/OUTER/members')).toEqual([
      ['ANN', '/api/v2/users/ANN'],
      ['INNER', '/api/v2/groups/INNER'],
      ['ZOE', '/api/v2/users/ZOE'],
    ]);
    expect(await addressesIn('cloud/users?object_id=AZ-ANN&related_entity_type=roles')).toEqual([
      ['AZ-ROLE', '/api/v2/cloud/roles?object_id=AZ-ROLE'],
    ]);
    expect(await addressesIn('users/ANN/admin-rights')).toEqual([['PC', undefined]]);
    const csv = await app.as('read_only', 'bearer', 'GET', '/api/v2/groups/OUTER/members', {
      headers: { Accept: 'text/csv' },
    });
    expect((await csv.text()).split('\r\n').slice(0, 2)).toEqual([
      'objectID,name,label,kinds,href',
      expect.stringMatching(/^ANN,.*,\/api\/v2\/users\/ANN$/),
    ]);
  });

  it('have addresses that answer, for any kind and object id', async () => {
    const { data } = (await get('search?query=OD')) as { data: { objectid: string; href: string }[] };
    expect(data.map(({ href }) => href).toSorted()).toEqual([
      '/api/v2/base/odd%20%23%3F%25%2F..%2F%C3%A4',
      '/api/v2/cloud/vms?object_id=%2FSUBSCRIPTIONS%2F1%26a%3Dodd',
    ]);
    for (const { objectid, href } of data) {
      const answer = await app.call('GET', href);
      expect([answer.status, await answer.json()]).toMatchObject([200, { data: { props: { objectid } } }]);
    }
  });

  it('of cloud entities are found without their kind', async () => {
    const named = 'cloud/users?object_id=AZ-ANN&related_entity_type=roles';
    expect(await addressesIn('base/AZ-ANN/lists/roles')).toEqual(await addressesIn(named));
    expect(await get('base/AZ-ANN/lists/roles?type=graph')).toEqual(await get(`${named}&type=graph`));
    expect(await get('base/AZ-ANN/lists/roles?type=count')).toEqual({ data: { count: 1 } });
    const wrong = await app.call('GET', '/api/v2/base/AZ-ANN/lists/nothing');
    expect([wrong.status, await wrong.json()]).toMatchObject([
      400,
      { errors: [{ code: 'path.invalid_value', context: 'path.list_name' }] },
    ]);
  });

  it.each([
    ['base/NOBODY/lists/roles', 'path.object_id', 'entity'],
    ['users/NOBODY/admin-rights', 'path.object_id', 'user'],
    ['users/NOBODY/admin-rights?type=graph', 'path.object_id', 'user'],
    ['users/NOBODY/sessions?type=count', 'path.object_id', 'user'],
    ['gpos/NOBODY', 'path.object_id', 'policy'],
    ['cloud/vms?object_id=NOBODY', 'query.object_id', 'virtual machine'],
  ])('return 404 for an unknown entity: %s', async (path, context, noun) => {
    const message = `there is no ${noun} with the object id "NOBODY"`;
    const response = await app.call('GET', `/api/v2/${path}`);
    expect([response.status, await response.json()]).toMatchObject([
      404,
      { errors: [{ code: 'resource.not_found', context, message }] },
    ]);
  });

  async function idsOf(path: string): Promise<string[]> {
    const { count, data } = (await get(path)) as { count: number; data: { objectID: string }[] };
    expect(count).toBe(data.length);
    return data.map(({ objectID }) => objectID);
  }

  it.each([
    ['users/ANN/rdp-rights', ['SRV']],
    ['computers/SRV/rdp-users', ['ANN', 'BO', 'INNER', 'OUTER', 'ZOE']],
    ['computers/PC/admin-users', ['ANN', 'INNER', 'OUTER', 'ZOE']],
    ['users/BO/controllers', ['ANN', 'INNER', 'OUTER', 'ZOE']],
    ['groups/INNER/controllers', ['ANN', 'OUTER', 'ZOE']],
    ['groups/INNER/controllables', ['BO']],
    ['users/ann/controllables', ['BO', 'INNER']],
    ['groups/OUTER/members', ['ANN', 'INNER', 'ZOE']],
    ['users/ANN/memberships', ['INNER', 'OUTER']],
    ['groups/OUTER/sessions', ['SRV']],
    ['computers/SRV/sessions', ['ANN']],
    ['domains/BIRCH/inbound-trusts', ['ELM']],
    ['domains/BIRCH/outbound-trusts', []],
    ['domains/BIRCH/ous', ['OU-BELOW', 'OU-BLOCKS', 'OU-OPEN']],
    ['domains/BIRCH/foreign-users', ['ZOE']],
    ['domains/ELM/foreign-users', []],
    ['domains/BIRCH/foreign-gpo-controllers', []],
    ['rootcas/ROOT/pki-hierarchy', ['ISSUING']],
    ['enterprisecas/ISSUING/pki-hierarchy', ['BIRCH', 'ROOT']],
    ['base/GPO/controllers', ['BO']],
    ['groups/OUTER/members?depth=1', ['INNER']],
    ['users/ANN/memberships?depth=1', ['INNER']],
    ['users/ANN/memberships?depth=any', ['INNER', 'OUTER']],
    ['computers/SRV/rdp-users?depth=1', ['BO', 'OUTER']],
    ['users/ANN/rdp-rights?depth=1', []],
    ['users/BO/rdp-rights?depth=1', ['SRV']],
    ['domains/BIRCH/foreign-users?depth=1', ['ZOE']],
  ])('lists %s', async (path, ids) => {
    expect(await idsOf(path)).toEqual(ids);
  });

  it('applies policies below units that block inheritance only if their link is enforced', async () => {
    expect(await idsOf('gpos/GPO/computers')).toEqual(['PC']);
    expect(await idsOf('gpos/GPO-ENFORCED/computers')).toEqual(['PC', 'SRV']);
    expect(await idsOf('gpos/GPO/ous')).toEqual(['BIRCH', 'OU-OPEN']);
    expect(await idsOf('ous/OU-OPEN/gpos')).toEqual(['GPO', 'GPO-ENFORCED']);
    expect(await idsOf('ous/OU-BELOW/gpos')).toEqual(['GPO-ENFORCED']);
    expect(await idsOf('gpos/GPO-ENFORCED/tier-zero')).toEqual(['SRV']);
  });

  it('pages, sorts and counts a list', async () => {
    const page = (await get('computers/SRV/rdp-users?sort_by=-label&sort_by=name&limit=3&skip=1')) as {
      count: number;
      data: { objectID: string }[];
    };
    expect([page.count, page.data.map(({ objectID }) => objectID)]).toEqual([5, ['BO', 'ZOE', 'INNER']]);
    expect(await get('computers/SRV/rdp-users?type=count')).toEqual({ data: { count: 5 } });
  });

  it.each([
    ['where=name:~eq:nn', ['ANN', 'INNER']],
    ['where=operatingsystem:null', ['ANN', 'BO', 'INNER', 'OUTER', 'ZOE']],
    ['where=enabled:false', ['ZOE']],
    ['where=enabled:neq:false&where=enabled:neq:null', ['ANN', 'BO']],
    ['where=lastlogontimestamp:lt:-P1D', ['ANN']],
    ['where=lastlogontimestamp:null&where=enabled:neq:null', ['BO', 'ZOE']],
    ['where=serviceprincipalnames:http/b:80', ['BO']],
    ['where=serviceprincipalnames:eq:null', ['ANN', 'INNER', 'OUTER', 'ZOE']],
    ['where=badge:7', ['BO']],
    ['where=badge:lt:9&environment=BIRCH', ['BO']],
    ['sort_by=-props.lastlogontimestamp&where=enabled:neq:null', ['ANN', 'BO', 'ZOE']],
    ['sort_by=props.enabled', ['ZOE', 'ANN', 'BO', 'INNER', 'OUTER']],
    ['sort_by=-props.enabled&sort_by=-name', ['BO', 'ANN', 'ZOE', 'OUTER', 'INNER']],
  ])('lists and finds nodes by %s', async (query, ids) => {
    expect(await idsOf(`computers/SRV/rdp-users?${query}`)).toEqual(ids);
    if (query.includes('sort_by')) return;
    expect(await get(`computers/SRV/rdp-users?type=count&${query}`)).toEqual({ data: { count: ids.length } });
    const { data } = (await get(`computers/SRV/rdp-users?type=graph&${query}`)) as Subgraph;
    expect(data.nodes.map(({ objectID }) => objectID)).toEqual(expect.arrayContaining(['SRV', ...ids]));
    const { data: found } = (await get(`search?limit=100&${query}`)) as { data: { objectid: string }[] };
    expect(found.map(({ objectid }) => objectid)).toEqual(expect.arrayContaining(ids));
  });

  it('adds properties to rows, in CSV as columns', async () => {
    const path = 'computers/SRV/rdp-users?props=serviceprincipalnames,enabled&where=name:BO';
    expect(await get(path)).toMatchObject({
      data: [{ objectID: 'BO', props: { serviceprincipalnames: ['http/a', 'http/b:80'], enabled: true } }],
    });
    const csv = await app.as('read_only', 'bearer', 'GET', `/api/v2/${path}`, { headers: { Accept: 'text/csv' } });
    expect((await csv.text()).split('\r\n')).toEqual([
      'objectID,name,label,kinds,href,props.serviceprincipalnames,props.enabled',
      'BO,BO,User,"[""User"",""Base""]",/api/v2/users/BO,"[""http/a"",""http/b:80""]",true',
      '',
    ]);
  });

  it.each([
    ['where=enabled', 'query.invalid_value', 'query.where', /it takes <property>:/],
    ['where=enabled:lt:true', 'filter.invalid_predicate', 'query.where', /it takes eq, neq$/],
    ['where=enabled:yes', 'filter.invalid_value', 'query.where', /^"yes" is not valid for enabled/],
    ['where=lastlogon:gt:P90D', 'filter.invalid_value', 'query.where', /such as -P90D, or never$/],
    ['where=enabeld:true', 'reference.not_found', 'query.where', /did you mean enabled/],
    ['props=enabled,', 'query.invalid_value', 'query.props', /^"" is not valid/],
    ['sort_by=props.nothing', 'reference.not_found', 'query.sort_by', /^there is no property "nothing"/],
    ['type=graph&props=enabled', 'query.conflicting_parameters', 'query.props', /type=list only/],
    ['type=graph&sort_by=props.enabled', 'query.conflicting_parameters', 'query.sort_by', /type=list only/],
  ])('refuses %s', async (query, code, context, message) => {
    const response = await app.call('GET', `/api/v2/computers/SRV/rdp-users?${query}`);
    const body = (await response.json()) as { errors: { message: string }[] };
    expect([response.status, body]).toMatchObject([400, { errors: [{ code, context }] }]);
    expect(body.errors[0]!.message).toMatch(message);
  });

  it('accepts a depth only if a list leads through groups', async () => {
    for (const path of [
      'domains/BIRCH/ous',
      'groups/OUTER/sessions',
      'users/ANN/admin-rights',
      'computers/SRV/sessions',
    ]) {
      const response = await app.call('GET', `/api/v2/${path}?depth=1`);
      expect([response.status, await response.json()]).toMatchObject([
        400,
        { errors: [{ code: 'filter.unknown_parameter', context: 'query.depth' }] },
      ]);
    }
  });

  it('refuses a depth of a list of the cloud that does not lead through groups', async () => {
    const context = 'query.depth';
    const message = 'does not apply to descendent-users, which does not lead through groups';
    for (const path of [
      'cloud/tenants?object_id=AZ-TENANT&related_entity_type=descendent-users&depth=1',
      'base/AZ-TENANT/lists/descendent-users?depth=1',
    ]) {
      const response = await app.call('GET', `/api/v2/${path}`);
      const errors = [{ code: 'query.conflicting_parameters', context, message }];
      expect([response.status, await response.json()]).toMatchObject([400, { errors }]);
    }
  });

  it('accepts no conditions in the lists of admin rights, whose parameters the specification fixes', async () => {
    for (const name of ['where=enabled:true', 'props=enabled']) {
      const response = await app.call('GET', `/api/v2/users/ANN/admin-rights?${name}`);
      expect([response.status, await response.json()]).toMatchObject([
        400,
        { errors: [{ code: 'filter.unknown_parameter' }] },
      ]);
    }
  });

  it('limits a list to a domain and to tier zero', async () => {
    expect(await idsOf('computers/SRV/rdp-users?environment=elm')).toEqual(['ZOE']);
    expect(await idsOf('computers/SRV/rdp-users?tier_zero=true')).toEqual(['BO']);
    expect(await idsOf('computers/SRV/rdp-users?tier_zero=true&environment=ELM')).toEqual([]);
    expect(await get('computers/SRV/rdp-users?type=count&environment=BIRCH')).toEqual({ data: { count: 4 } });
    const { data } = (await get('computers/SRV/rdp-users?type=graph&tier_zero=true')) as Subgraph;
    expect(data.edges).toEqual([{ source: 'BO', kind: 'CanRDP', target: 'SRV' }]);
  });

  it('shows exactly the edges on the paths of a list', async () => {
    const { data } = (await get('groups/OUTER/sessions?type=graph')) as Subgraph;
    expect(data.nodes.map(({ objectID }) => objectID)).toEqual(['OUTER', 'INNER', 'ANN', 'SRV']);
    expect(data.edges.map(({ source, kind, target }) => `${source} ${kind} ${target}`).toSorted()).toEqual([
      'ANN MemberOf INNER',
      'INNER MemberOf OUTER',
      'OUTER MemberOf INNER',
      'SRV HasSession ANN',
    ]);
  });

  it('returns entities with the lengths of their lists', async () => {
    expect(await get('ous/OU-OPEN')).toEqual({
      data: {
        kinds: ['OU', 'Base'],
        props: { objectid: 'OU-OPEN', name: 'OU-OPEN', domainsid: 'BIRCH', system_tags: '' },
        computers: 2,
        gpos: 2,
        groups: 0,
        users: 1,
      },
    });
    expect(await get('computers/SRV')).toMatchObject({
      data: {
        props: { operatingsystem: 'LINUX', system_tags: 'admin_tier_0' },
        rdpUsers: 5,
        sessions: 1,
        groupMembership: 0,
        sqlAdmins: 0,
      },
    });
    expect(await get('base/THING?counts=false')).toEqual({
      data: { kinds: ['Printer'], props: { objectid: 'THING', name: 'PRINTER 7', system_tags: '' } },
    });
  });

  it('returns entities of the cloud and their lists', async () => {
    expect(await get('cloud/tenants?object_id=az-tenant')).toMatchObject({
      data: { props: { tenantid: 'AZ-TENANT' }, descendentUsers: 1, descendentGroups: 1, descendentDevices: 0 },
    });
    expect(await idsOf('cloud/users?object_id=AZ-ANN&related_entity_type=roles')).toEqual(['AZ-ROLE']);
    expect(await idsOf('cloud/roles?object_id=AZ-ROLE&related_entity_type=active-assignments')).toEqual([
      'AZ-ANN',
      'AZ-GROUP',
    ]);
    const assignments = 'cloud/roles?object_id=AZ-ROLE&related_entity_type=active-assignments';
    expect(await idsOf(`${assignments}&where=enabled:false&where=badge:gt:8`)).toEqual(['AZ-ANN']);
    expect(await idsOf(`${assignments}&depth=1`)).toEqual(['AZ-GROUP']);
    expect(await idsOf('base/AZ-ROLE/lists/active-assignments?where=enabled:null&depth=any')).toEqual(['AZ-GROUP']);
    expect(await idsOf('base/AZ-ANN/lists/roles?depth=1')).toEqual([]);
    const { data } = (await get('cloud/users?object_id=AZ-ANN&related_entity_type=roles&type=graph')) as Subgraph;
    expect(data.edges).toEqual([
      { source: 'AZ-ANN', kind: 'AZMemberOf', target: 'AZ-GROUP' },
      { source: 'AZ-GROUP', kind: 'AZHasRole', target: 'AZ-ROLE' },
    ]);
  });

  it('does not find an entity by the path of another kind', async () => {
    const response = await app.call('GET', '/api/v2/groups/ANN/members');
    expect([response.status, await response.json()]).toMatchObject([404, { errors: [{ context: 'path.object_id' }] }]);
  });
});
