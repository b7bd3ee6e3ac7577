import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AdminRightsReference } from '../../demo/generator/admin-rights.fixture.js';
import { Estate } from '../../demo/generator/estate.js';
import { directoryFiles } from '../../demo/generator/estate-files.fixture.js';
import { ESTATE_PRESETS } from '../../demo/generator/sizes.js';
import { demoJobs } from '../../demo/estate/finished-jobs.js';
import { demoAccount } from '../../demo/demo-account.js';
import { loadDemo } from '../../demo/load-demo.js';
import { present } from '../../demo/show/present.js';
import { showcase } from '../../demo/show/showcase.js';
import { schemes, type Scheme, type TestApp, testApp } from '../support/app.js';
import { OpenApiJudge } from '../support/openapi.js';

const now = new Date();
const estate = new Estate({ seed: 'seven operations', sizes: ESTATE_PRESETS.small, now });

let app: TestApp;
let judge: OpenApiJudge;

beforeAll(async () => {
  app = await testApp();
  await loadDemo(app.app, estate, () => {});
  judge = await OpenApiJudge.of(app.url);
});
afterAll(() => app.close());

interface Page<T> {
  readonly count: number;
  readonly skip: number;
  readonly limit: number;
  readonly data: readonly T[];
}

/** Calls an operation and checks its answer against the OpenAPI document. */
async function answer<T>(scheme: Scheme, path: string, target: string, body?: object): Promise<T> {
  const method = body ? 'POST' : 'GET';
  const response = await app.as('administrator', scheme, method, target, body ? { body: JSON.stringify(body) } : {});
  const form = target.endsWith('?type=graph') ? 'type=graph' : undefined;
  expect({ target, status: response.status, faults: await judge.faultsOf(method, path, response, form) }).toEqual({
    target,
    status: body ? 201 : 200,
    faults: [],
  });
  return (await response.json()) as T;
}

describe.each(schemes)('on an estate that was collected, ingested and analysed, by %s', (scheme) => {
  it('operation 1 returns the counts of the cloud tenant for each run', async () => {
    const tenant = estate.tenantAt(0).id;
    const path = '/api/v2/cloud-tenants/{tenant_id}/data-quality-stats';
    type Row = Record<string, unknown>;
    const page = await answer<Page<Row> & { start: string; end: string }>(
      scheme,
      path,
      path.replace('{tenant_id}', tenant.toLowerCase()) + '?sort_by=created_at',
    );
    expect(page).toMatchObject({ count: estate.cloudRuns, skip: 0, limit: 100 });
    expect(Date.parse(page.end) - Date.parse(page.start)).toBe(30 * 86_400_000);
    const runs = Array.from({ length: estate.cloudRuns }, (_, run) => run);
    expect(page.data.map(({ created_at }) => created_at)).toEqual(
      runs.map((run) => estate.cloudRunTime(run).toISOString()),
    );
    for (const run of runs) {
      const {
        users,
        groups,
        apps,
        servicePrincipals,
        devices,
        managementGroups,
        subscriptions,
        resourceGroups,
        vms,
        keyVaults,
      } = estate.tenantAt(run).counts;
      expect(page.data[run]).toMatchObject({
        tenantid: tenant,
        users,
        groups,
        apps,
        service_principals: servicePrincipals,
        devices,
        management_groups: managementGroups,
        subscriptions,
        resource_groups: resourceGroups,
        vms,
        key_vaults: keyVaults,
        deleted_at: { time: null, valid: false },
      });
    }
    expect(new Set(page.data.map(({ run_id }) => run_id)).size).toBe(estate.cloudRuns);
    const runsPath = '/api/v2/analysis/runs';
    const recorded = await answer<Page<Row>>(scheme, runsPath, `${runsPath}?sort_by=finished_at`);
    expect(recorded.data.map(({ id, status, requested_by }) => ({ id, status, requested_by }))).toEqual(
      page.data.map(({ run_id }) => ({ id: run_id, status: 'complete', requested_by: 'demo estate' })),
    );
  });

  it('operation 2 lists the identity provider with its URLs', async () => {
    const { data } = await answer<{ data: { saml_providers: object[] } }>(scheme, '/api/v2/saml', '/api/v2/saml');
    const base = `${app.url}/api/v2/sso/halden-signin`;
    expect(data.saml_providers).toEqual([
      {
        id: 1,
        created_at: expect.stringMatching(/Z$/),
        updated_at: expect.stringMatching(/Z$/),
        deleted_at: { time: null, valid: false },
        name: 'halden-signin',
        display_name: 'Halden sign-in',
        idp_issuer_uri: 'https://signin.halden.example/saml/metadata',
        idp_sso_uri: 'https://signin.halden.example/saml/sso/redirect',
        principal_attribute_mappings: [],
        sp_issuer_uri: base,
        sp_sso_uri: `${base}/login`,
        sp_metadata_uri: `${base}/metadata`,
        sp_acs_uri: `${base}/callback`,
        sso_provider_id: { int32: 0, valid: false },
      },
    ]);
  });

  it('operation 3 lists the finished jobs, newest first, with objects of the graph', async () => {
    type Job = {
      status: string;
      end_time: string;
      domain_results: unknown[];
      ous: { exists: boolean; name: string }[];
    };
    const page = await answer<Page<Job>>(scheme, '/api/v2/jobs/finished', '/api/v2/jobs/finished?limit=60');
    const expected = demoJobs(estate).toSorted((one, other) => other.endTime.getTime() - one.endTime.getTime());
    expect(page.count).toBe(60);
    expect(page.data.map(({ status, end_time }) => [status, end_time])).toEqual(
      expected.map(({ status, endTime }) => [status, endTime.toISOString()]),
    );
    expect(page.data.map(({ domain_results }) => domain_results.length)).toEqual(
      expected.map(({ domainResults }) => domainResults.length),
    );
    const units = page.data.flatMap(({ ous }) => ous);
    expect(units.length).toBeGreaterThan(20);
    expect(units.filter(({ exists, name }) => !exists || name === '')).toEqual([]);
  });

  it('operation 4 creates custom nodes in the order of the body', async () => {
    const custom_types = {
      [`Zebra_${scheme}`]: { icon: { type: 'font-awesome', name: 'horse', color: '#abc' } },
      [`Ant_${scheme}`]: { icon: { type: 'font-awesome', name: 'bug' } },
    };
    const { data } = await answer<{ data: object[] }>(scheme, '/api/v2/custom-nodes', '/api/v2/custom-nodes', {
      custom_types,
    });
    expect(data).toEqual([
      {
        id: expect.any(Number),
        kindName: `Zebra_${scheme}`,
        config: { icon: { type: 'font-awesome', name: 'horse', color: '#AABBCC' } },
      },
      {
        id: expect.any(Number),
        kindName: `Ant_${scheme}`,
        config: { icon: { type: 'font-awesome', name: 'bug', color: '#FFFFFF' } },
      },
    ]);
  });

  it('operation 5 counts the members of an asset group', async () => {
    const path = '/api/v2/asset-groups/{asset_group_id}';
    type Group = { data: { name: string; member_count: number; selectors: { selector: string }[] } };
    const tierZero = await answer<Group>(scheme, path, '/api/v2/asset-groups/1');
    expect(tierZero.data).toMatchObject({ name: 'Admin Tier Zero', tag: 'admin_tier_0', system_group: true });
    const members = await answer<Page<object>>(scheme, `${path}/members`, '/api/v2/asset-groups/1/members?limit=1000');
    expect(tierZero.data.member_count).toBe(members.count);
    expect(members.data.length).toBe(members.count);
    const { personas } = estate;
    expect(members.data).toContainEqual(
      expect.objectContaining({ objectID: personas.nestedDomainAdmin.objectId, label: 'User' }),
    );
    expect(members.data).not.toContainEqual(expect.objectContaining({ objectID: personas.withoutRights.objectId }));
    const owned = await answer<Group>(scheme, path, '/api/v2/asset-groups/2');
    expect(owned.data.member_count).toBe(owned.data.selectors.length);
  });

  it('operation 6 lists exactly the computers that a user administers', async () => {
    const reference = new AdminRightsReference(directoryFiles(estate));
    const path = '/api/v2/users/{object_id}/admin-rights';
    for (const { objectId } of Object.values(estate.personas)) {
      const target = path.replace('{object_id}', objectId);
      const page = await answer<Page<{ objectID: string; label: string; kinds: string[] }>>(
        scheme,
        path,
        `${target}?limit=1000&sort_by=objectID`,
      );
      expect(page.data.map(({ objectID }) => objectID)).toEqual(reference.of(objectId));
      expect(page.count).toBe(page.data.length);
      expect(page.data.every(({ label, kinds }) => label === 'Computer' && kinds.includes('Computer'))).toBe(true);
      const graph = await answer<{ data: { edges: { kind: string; target: string }[]; truncated: boolean } }>(
        scheme,
        path,
        `${target}?type=graph`,
      );
      const administered = graph.data.edges.flatMap(({ kind, target: computer }) =>
        kind === 'AdminTo' ? [computer] : [],
      );
      expect([...new Set(administered)].toSorted()).toEqual(reference.of(objectId));
    }
  });

  it('operation 7 lists the schedules with their next time', async () => {
    const page = await answer<Page<{ rrule: string; client_id: string }>>(scheme, '/api/v2/events', '/api/v2/events');
    expect(page.count).toBe(6);
    expect(page.data[0]?.rrule).toMatch(/^DTSTART;TZID=Europe\/Oslo:\d{4}0101T023000\nRRULE:FREQ=DAILY$/);
    const soon = await answer<Page<object>>(
      scheme,
      '/api/v2/events',
      `/api/v2/events?next_scheduled_at=lte:${now.toISOString()}`,
    );
    expect(soon.count).toBe(0);
  });
});

describe('the presentation of the demo', () => {
  it('explains each operation, a path and a query in 80 columns', async () => {
    const { token } = await demoAccount(app.app);
    const { calls, variables } = showcase(estate);
    const printed: string[] = [];
    await present({ url: app.url, edition: 'enterprise', token, variables }, calls, (text) => printed.push(text));
    const lines = printed.join('\n').split('\n');
    expect(lines.filter((line) => line.length > 80)).toEqual([]);
    expect(lines.filter((line) => /^ {3}(200|201) {2}/.test(line)).length).toBe(9);
    const { helpdesk } = estate.personas;
    const administered = new AdminRightsReference(directoryFiles(estate)).of(helpdesk.objectId).length;
    const text = printed.join('\n').replaceAll(/\s+/g, ' ');
    expect(text).toContain(` ${helpdesk.name} administers ${administered} computers. ${helpdesk.story} `);
    expect(text).toMatch(/ means control of the domain\. Selectors added \S+ and \S+; analysis found the others\. /);
    expect(text).toMatch(
      / The newest of \d+ analyses counted \d+ users, \d+ virtual machines and [\d,]+ relationships /,
    );
    expect(text).toMatch(/ \d+ jobs have failed\. The last one ran on the client "[^"]+" on \d{4}-\d\d-\d\d: /);
    expect(text).toMatch(/ 6 events schedule collections\. The next one is event \d+: FREQ=\w+/);
    expect(text).toMatch(/ users run a service, so anyone in the domain can get .*: .*SVC-BACKUP-01@\S+, SVC-SQL-01@/);
    const { name } = estate.personas.withoutRights;
    const [, end, steps] = new RegExp(` ${name} administers nothing, but can take over (\\S+) in (\\d+) steps: `).exec(
      text,
    )!;
    const at = lines.indexOf(`   ${name} (User)`);
    const arrows = Array.from({ length: Number(steps) }, (_, step) => lines[at + 1 + 2 * step]);
    expect(arrows.filter((line) => !/^ {5}↓ \w+/.test(line ?? ''))).toEqual([]);
    expect(lines[at + 2 * Number(steps)]).toMatch(new RegExp(`^   ${end} \\(\\w+\\)$`));
  });
});

describe('loading the estate again', () => {
  it('does nothing', async () => {
    const digest = () => app.database.query<{ version: string }>('SELECT version FROM graph_state');
    const before = await digest();
    expect(await loadDemo(app.app, estate, () => {})).toBe(false);
    expect(await digest()).toEqual(before);
  });

  it('loads the graph and the identity provider again if they were deleted', async () => {
    const count = 'SELECT count(*)::int AS nodes FROM node';
    const others = `SELECT (SELECT count(*)::int FROM job) AS jobs, (SELECT count(*)::int FROM client) AS clients,
      (SELECT count(*)::int FROM asset_group) AS groups, (SELECT count(*)::int FROM sso_provider) AS providers`;
    const before = await app.database.query(count);
    const [othersBefore] = await app.database.query(others);
    expect((await app.as('administrator', 'bearer', 'DELETE', '/api/v2/graph?all=true')).status).toBe(200);
    expect((await app.as('administrator', 'bearer', 'DELETE', '/api/v2/saml/providers/1')).status).toBe(204);
    expect(await app.database.query(count)).toEqual([{ nodes: 0 }]);
    expect(await loadDemo(app.app, estate, () => {})).toBe(true);
    expect(await app.database.query(count)).toEqual(before);
    expect(await app.database.query(others)).toEqual([othersBefore]);
  });
});
