import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type TestApp, testApp } from '../../../test/support/app.js';
import { OpenApiJudge } from '../../../test/support/openapi.js';
import { AnalysisService } from '../../analysis/analysis.service.js';
import { AnalysisRuns } from '../../analysis/runs/analysis-runs.js';
import { IngestService } from '../../ingest/ingest.service.js';
import { readyQuestions } from '../questions/ready-questions.js';
import { azureFile, type AzureRecord } from '../../ingest/formats/azurehound/small-tenant.fixture.js';

const tenantId = 't1';
const roles = {
  global: '62e90394-69f5-4237-9190-012177145e10',
  authentication: '7be44c8a-adaf-4e2a-84d6-ab2649e08a13',
  helpdesk: '729827e3-9c14-49f7-bb1b-9608f156bbb8',
  applications: '9b895d92-2cd3-44c7-9d02-a6ac2d5ea5c3',
  devices: '7698a772-787b-4ac8-901f-60d6b08affd2',
};
const user = (id: string): AzureRecord => [
  'AZUser',
  { id, userPrincipalName: `${id}@birch.example`, accountEnabled: true, tenantId },
];
const role = (name: keyof typeof roles): AzureRecord => [
  'AZRole',
  { id: roles[name], templateId: roles[name], displayName: name, isBuiltIn: true, tenantId, tenantName: 'Birch' },
];
const inUnit = (id: string) => ({
  directoryScopeId: '/',
  directoryScope: { id, '@odata.type': '#microsoft.graph.administrativeUnit' },
});
const holders = (name: keyof typeof roles, ...assignments: readonly (readonly [string, object?])[]): AzureRecord => [
  'AZRoleAssignment',
  {
    roleDefinitionId: roles[name],
    tenantId,
    roleAssignments: assignments.map(([principalId, scope = { directoryScopeId: '/' }]) => ({ principalId, ...scope })),
  },
];

/** Eve resets passwords in a unit whose members are not known, Hal in one that has Bo alone, and Dee looks after its devices. */
const tenant: readonly AzureRecord[] = [
  ['AZTenant', { tenantId, displayName: 'Birch', collected: true }],
  ...['boss', 'eve', 'hal', 'dee', 'bo', 'ada'].map(user),
  ...(['global', 'authentication', 'helpdesk', 'applications', 'devices'] as const).map(role),
  holders('global', ['boss']),
  holders('authentication', ['eve', inUnit('u1')]),
  holders('helpdesk', ['hal', inUnit('u2')]),
  holders('applications', ['ada']),
  ['AZServicePrincipal', { id: 'own', appId: 'a1', appOwnerOrganizationId: tenantId, tenantId }],
  ['AZServicePrincipal', { id: 'foreign', appId: 'a2', appOwnerOrganizationId: 't2', tenantId }],
  holders('devices', ['dee', inUnit('u1')]),
  ['AZAdministrativeUnit', { id: 'u2', displayName: 'Bonn', tenantId, tenantName: 'Birch', members: [{ id: 'bo' }] }],
];

type Body = Record<string, unknown> & { readonly data: { readonly edges: readonly unknown[] } };

const unknown = {
  holders: 1,
  assignments: [
    {
      holder: 'EVE',
      holder_name: 'EVE@BIRCH.EXAMPLE',
      role: '7BE44C8A-ADAF-4E2A-84D6-AB2649E08A13@T1',
      role_name: 'AUTHENTICATION@BIRCH',
      scope: 'U1',
      scope_name: 'U1',
      reason: 'members_not_collected',
    },
  ],
};
const notes = [
  'beside what is known, holders of roles in administrative units may reach some users or groups of the unit, unknown: 1',
  'unknown reach: EVE@BIRCH.EXAMPLE by AUTHENTICATION@BIRCH in the unit U1 (members_not_collected)',
];

describe('answers that pass a holder of a role in a unit whose members are not known', () => {
  let app: TestApp;
  let judge: OpenApiJudge;

  beforeAll(async () => {
    app = await testApp();
    await app.app.get(IngestService).ingest([azureFile(tenant)]);
    const report = await app.app.get(AnalysisService).run();
    await app.app.get(AnalysisRuns).record('test', new Date(), report);
    judge = await OpenApiJudge.of(app.url);
    const self = await app.as('user', 'bearer', 'GET', '/api/v2/self');
    const { data } = (await self.json()) as { data: { readonly id: string } };
    await app.call('PUT', `/api/v2/accounts/${data.id}/environments`, { ids: ['T1'] });
  });
  afterAll(() => app.close());

  const ask = async (path: string, query: string, form?: string) => {
    const response = await app.call('GET', `/api/v2/${path}?${query}`);
    expect(await judge.faultsOf('GET', `/api/v2/${path}`, response, form)).toEqual([]);
    const header = response.headers.get('Graph-Notes');
    return { status: response.status, header: header && JSON.parse(header), body: (await response.json()) as Body };
  };

  it('say so without a path, in the body and in the header', async () => {
    const { status, header, body } = await ask(
      'graphs/shortest-path',
      'start_node=EVE&end_node=BOSS&only_traversable=true',
    );
    expect([status, header]).toEqual([404, notes]);
    expect(body).toMatchObject({ unknown_reach: unknown, notes });
  });

  it.each([
    ['graphs/reachable', 'node=EVE&direction=out', { count: 0 }],
    ['graphs/exposure', 'end_node=BO', { reaching: 2 }],
  ])('say so beside the numbers of %s', async (path, query, data) => {
    const { body } = await ask(path, query);
    expect(body).toMatchObject({ data, unknown_reach: unknown, notes });
  });

  it('say so in lists, on the first page and the next', async () => {
    for (const skip of [0, 1]) {
      const { body } = await ask(
        'graphs/reachable',
        `type=list&node=BO&direction=in&limit=1&skip=${skip}`,
        'type=list',
      );
      expect(body).toMatchObject({ count: 6, unknown_reach: unknown });
    }
    const list = await app.call('GET', '/api/v2/cloud/users?object_id=EVE&related_entity_type=outbound-control');
    expect(await list.json()).toMatchObject({ count: 0, unknown_reach: unknown });
  });

  it.each([
    ['attack-paths/finding-trends', ''],
    ['posture-stats', ''],
    ['posture-history/exposure', ''],
    ['domains/T1/details', 'finding=T0GenericAll'],
  ])('say so beside figures of the whole graph: %s', async (path, query) => {
    const response = await app.call('GET', `/api/v2/${path}?${query}`);
    expect(await response.json()).toMatchObject({ unknown_reach: unknown, notes });
    const limited = await app.as('user', 'bearer', 'GET', `/api/v2/${path}?${query}`);
    expect(Object.keys((await limited.json()) as Body)).not.toContain('unknown_reach');
  });

  it('follow from known members, which no note hides', async () => {
    const { body, header } = await ask('graphs/shortest-path', 'start_node=HAL&end_node=BO&only_traversable=true');
    expect([header, Object.keys(body)]).toEqual([null, expect.not.arrayContaining(['unknown_reach'])]);
    expect(body.data.edges).toHaveLength(1);
  });

  it('are explained by a note of the analysis and a ready question', async () => {
    const runs = await app.call('GET', '/api/v2/analysis/runs');
    const note = '2 assignments are limited to 1 unit whose members the collector does not write';
    expect(await runs.json()).toMatchObject({ data: [{ summary: { notes: [note] } }] });
    const { call } = readyQuestions['Cloud']!['roles-in-unknown-units']!;
    const { data } = (await (await app.call('GET', call)).json()) as Body & {
      data: readonly { readonly source: string; readonly target: string }[];
    };
    expect(data.map(({ source, target }) => `${source} ${target}`).toSorted()).toEqual(['DEE U1', 'EVE U1']);
  });

  it('say of applications of other tenants that their lock is not known', async () => {
    const { body } = await ask('graphs/shortest-path', `start_node=ADA&end_node=FOREIGN&only_traversable=true`);
    expect(body.data.edges).toMatchObject([
      { kind: 'AZHasRole', properties: expect.not.objectContaining({ lock: expect.anything() }) },
      { kind: 'AZAddSecret', properties: { lock: 'unknown' } },
    ]);
    const own = await ask('graphs/shortest-path', 'start_node=ADA&end_node=OWN&only_traversable=true');
    expect(own.body.data.edges[1]).not.toHaveProperty('properties.lock');
    const reach = await ask('graphs/reachable', 'node=ADA&direction=out');
    const note =
      'lock unknown: the walk passes 1 service principal of applications of other tenants, which may be locked against new secrets and owners';
    expect(reach.body).toMatchObject({ data: { count: 4 }, notes: [note] });
    expect((await ask('graphs/reachable', 'node=OWN&direction=out')).header).toBeNull();
  });

  it('leave out roles without power over members', async () => {
    const { header } = await ask('graphs/reachable', 'node=DEE&direction=out');
    expect(header).toBeNull();
  });
});
