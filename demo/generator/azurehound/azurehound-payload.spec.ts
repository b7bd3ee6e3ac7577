import { describe, expect, it } from '@jest/globals';
import { Estate } from '../estate.js';
import { directoryFiles, parsed, stringsAt, type ClassicFile, type CloudObject } from '../estate-files.fixture.js';
import { ESTATE_PRESETS } from '../sizes.js';
import { GRAPH_APP, RESOURCE_ROLES } from './items.js';

const estate = new Estate({ seed: 'one', now: new Date('2026-06-01T12:00:00Z'), sizes: ESTATE_PRESETS.demo });

const read = new Map<number, ClassicFile<CloudObject>>();

/** Each run is generated once. */
function fileOf(run: number): ClassicFile<CloudObject> {
  const file = read.get(run) ?? (parsed(estate.cloudRun(run)) as ClassicFile<CloudObject>);
  read.set(run, file);
  return file;
}

const COUNTED = {
  users: 'AZUser',
  groups: 'AZGroup',
  apps: 'AZApp',
  servicePrincipals: 'AZServicePrincipal',
  devices: 'AZDevice',
  managementGroups: 'AZManagementGroup',
  subscriptions: 'AZSubscription',
  resourceGroups: 'AZResourceGroup',
  vms: 'AZVM',
  keyVaults: 'AZKeyVault',
} as const;

function countsIn({ data }: ClassicFile<CloudObject>) {
  const numberOf = (kind: string) => data.filter((item) => item.kind === kind).length;
  return Object.fromEntries(Object.entries(COUNTED).map(([name, kind]) => [name, numberOf(kind)]));
}

/** Keys that name another object, at any depth. */
const REFERENCES = new Set([
  'groupId',
  'servicePrincipalId',
  'principalId',
  'resourceId',
  'resourceGroupId',
  'resourceGroup',
  'virtualMachineId',
  'keyVaultId',
  'managementGroupId',
  'objectId',
  'scope',
  'tenantId',
]);

const titlesAt = (run: number) =>
  new Map(fileOf(run).data.flatMap(({ kind, data }) => (kind === 'AZUser' ? [[data['id'], data['jobTitle']]] : [])));

const first = fileOf(0);
const itemsOf = (...kinds: readonly string[]) => first.data.filter(({ kind }) => kinds.includes(kind));
const idsOf = (...kinds: readonly string[]) => new Set(itemsOf(...kinds).map(({ data }) => data['id'] as string));

describe('the AzureHound files', () => {
  it('end with the meta of their collector', () => {
    expect(Object.keys(first)).toEqual(['data', 'meta']);
    expect(first.meta).toEqual({ type: 'azure', version: 5, count: first.data.length });
  });

  it('contain exactly the objects of the run', () => {
    expect(countsIn(first)).toEqual({
      users: 600,
      groups: 80,
      apps: 40,
      servicePrincipals: 53,
      devices: 240,
      managementGroups: 3,
      subscriptions: 4,
      resourceGroups: 17,
      vms: 24,
      keyVaults: 10,
    });
    for (let run = 0; run < estate.cloudRuns; run++) {
      expect(countsIn(fileOf(run))).toEqual(estate.tenantAt(run).counts);
    }
  });

  it('grow from run to run in every column of data quality', () => {
    const last = estate.tenantAt(estate.cloudRuns - 1).counts;
    for (const [name, count] of Object.entries(estate.tenantAt(0).counts)) {
      expect(last[name as keyof typeof last]).toBeGreaterThan(count);
    }
  });

  it('keep every object of earlier runs and change some of them', () => {
    const later = titlesAt(estate.cloudRuns - 1);
    const titles = [...titlesAt(0)].map(([id, title]) => [title, later.get(id)]);
    expect(titles.every(([, now]) => now !== undefined)).toBe(true);
    const changed = titles.filter(([before, now]) => before !== now).length;
    expect(changed).toBeGreaterThan(10);
    expect(changed).toBeLessThan(200);
  });

  it('have items of every kind of relation and resource', () => {
    const kinds = new Set(first.data.map(({ kind }) => kind));
    expect([...kinds].toSorted()).toEqual(expect.arrayContaining(KINDS));
  });

  it('write identifiers of directory objects as upper-case GUIDs', () => {
    const ids = [...idsOf('AZUser', 'AZGroup', 'AZApp', 'AZServicePrincipal', 'AZDevice')];
    expect(ids.length).toBe(600 + 80 + 40 + 53 + 240);
    expect(ids.filter((id) => !/^[0-9A-F]{8}(-[0-9A-F]{4}){3}-[0-9A-F]{12}$/u.test(id))).toEqual([]);
  });

  it('write template ids of roles and the app id of Microsoft Graph in lower case', () => {
    const templates = itemsOf('AZRole').map(({ data }) => data['templateId']);
    expect(templates).toContain('62e90394-69f5-4237-9190-012177145e10');
    expect(templates.filter((id) => !/^[-0-9a-f]{36}$/u.test(String(id)))).toEqual([]);
    expect(new Set(itemsOf('AZAppRoleAssignment').map(({ data }) => data['appId']))).toEqual(
      new Set(['00000003-0000-0000-c000-000000000000']),
    );
  });

  it('refer only to objects that they describe', () => {
    const last = fileOf(estate.cloudRuns - 1);
    const known = new Set<unknown>();
    for (const { data } of last.data) known.add(data['id']).add(data['tenantId']);
    const unknown = last.data.flatMap((item) => [...stringsAt(item, REFERENCES)].filter(([, id]) => !known.has(id)));
    expect(unknown).toEqual([]);
  });

  it('refer to members and owners that they describe', () => {
    const principals = idsOf('AZUser', 'AZGroup', 'AZServicePrincipal', 'AZDevice');
    const related = ['AZGroupMember', 'AZGroupOwner', 'AZAppOwner', 'AZServicePrincipalOwner', 'AZDeviceOwner'];
    const ids = itemsOf(...related).flatMap(({ data }) => [...stringsAt(data, new Set(['id']))]);
    expect(ids.length).toBeGreaterThan(400);
    expect(ids.filter(([, id]) => !principals.has(id))).toEqual([]);
  });

  it('refer to applications, parents and roles that they describe', () => {
    const apps = new Set([...itemsOf('AZApp').map(({ data }) => data['appId']), GRAPH_APP]);
    const used = first.data.filter(({ kind }) => kind !== 'AZServicePrincipal' && kind !== 'AZAppOwner');
    const appIds = [...stringsAt(used, new Set(['appId']))];
    expect(appIds.filter(([, id]) => !apps.has(id))).toEqual([]);

    const appObjects = new Map(itemsOf('AZApp').map(({ data }) => [data['appId'], data['id']]));
    const owned = itemsOf('AZAppOwner').map(({ data }) => data as { appId: string; owners: { appId: string }[] });
    expect(owned.length).toBe(20);
    expect(owned.map(({ owners }) => owners.map(({ appId }) => appId))).toEqual(
      owned.map(({ appId }) => [appObjects.get(appId)]),
    );

    const groups = idsOf('AZManagementGroup');
    const parents = [...stringsAt(itemsOf('AZManagementGroupDescendant'), new Set(['id']))];
    expect(parents.filter(([path, id]) => path.endsWith('.parent.id') && !groups.has(id))).toEqual([]);

    const roles = new Set<string>([...idsOf('AZRole'), ...Object.values(RESOURCE_ROLES)]);
    const roleIds = [...stringsAt(first.data, new Set(['roleDefinitionId']))];
    expect(roleIds.filter(([, id]) => !roles.has(id))).toEqual([]);
  });

  it('are partly synchronised from the domain, with identifiers that the domain knows', () => {
    const files = directoryFiles(estate);
    const sids = new Set(
      [...(files.get('users') ?? []), ...(files.get('groups') ?? [])].map((o) => o.ObjectIdentifier),
    );
    const synced = first.data.flatMap(({ data }) => (data['onPremisesSecurityIdentifier'] as string | undefined) ?? []);
    expect(synced.filter((sid) => !sids.has(sid))).toEqual([]);
    expect(new Set(synced).size).toBe(synced.length);
    expect(synced.length).toBeGreaterThan(400);
    expect(synced.length).toBeLessThan(600);
  });

  it('take place three days apart, the newest one now', () => {
    expect(estate.cloudRunTime(estate.cloudRuns - 1)).toEqual(estate.plan.now);
    expect(estate.cloudRunTime(0).toISOString()).toBe('2026-05-11T12:00:00.000Z');
  });
});

const KINDS = [
  'AZTenant',
  'AZRole',
  'AZRoleAssignment',
  'AZRoleEligibilityScheduleInstance',
  'AZGroupMember',
  'AZGroupOwner',
  'AZAppOwner',
  'AZServicePrincipalOwner',
  'AZDeviceOwner',
  'AZAppRoleAssignment',
  'AZFederatedIdentityCredential',
  'AZManagementGroupDescendant',
  'AZManagementGroupOwner',
  'AZSubscriptionOwner',
  'AZSubscriptionUserAccessAdmin',
  'AZResourceGroupOwner',
  'AZResourceGroupContributor',
  'AZKeyVaultAccessPolicy',
  'AZKeyVaultOwner',
  'AZKeyVaultContributor',
  'AZKeyVaultKVContributor',
  'AZVMOwner',
  'AZVMContributor',
  'AZVMAdminLogin',
  'AZVMVMContributor',
  'AZVMAvereContributor',
  'AZLogicApp',
  'AZLogicAppRoleAssignment',
  'AZFunctionApp',
  'AZFunctionAppRoleAssignment',
  'AZWebApp',
  'AZWebAppRoleAssignment',
  'AZAutomationAccount',
  'AZAutomationAccountRoleAssignment',
  'AZManagedCluster',
  'AZManagedClusterRoleAssignment',
  'AZContainerRegistry',
  'AZContainerRegistryRoleAssignment',
  'AZVMScaleSet',
  'AZVMScaleSetRoleAssignment',
];
