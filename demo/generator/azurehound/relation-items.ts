import { isGuest, ROLE_GROUPS, teamOf, appName } from './identity-items.js';
import {
  type CloudItem,
  directoryObject,
  ENTRA_ROLES,
  type EntraRole,
  GRAPH_APP,
  GRAPH_PERMISSIONS,
  item,
  upTo,
} from './items.js';
import type { Tenant } from './tenant.js';

/** Number of users with each role at the first run; the last of them have it through a role group. */
const ROLE_HOLDERS: readonly { readonly role: EntraRole; readonly users: number; readonly group?: number }[] = [
  { role: 'globalAdministrator', users: 2, group: 0 },
  { role: 'privilegedRoleAdministrator', users: 1 },
  { role: 'privilegedAuthenticationAdministrator', users: 1 },
  { role: 'applicationAdministrator', users: 2 },
  { role: 'cloudApplicationAdministrator', users: 1 },
  { role: 'userAdministrator', users: 2, group: 1 },
  { role: 'helpdeskAdministrator', users: 3, group: 2 },
  { role: 'authenticationAdministrator', users: 1 },
  { role: 'groupsAdministrator', users: 2 },
  { role: 'directoryWriters', users: 0 },
  { role: 'intuneAdministrator', users: 1, group: 3 },
  { role: 'securityAdministrator', users: 2 },
];

/** Memberships, ownership, roles and permissions of the tenant's directory. */
export function* relationItems(tenant: Tenant): Generator<CloudItem> {
  for (const group of upTo(tenant.counts.groups)) yield* groupRelations(tenant, group);
  for (const app of upTo(tenant.counts.apps)) yield* appRelations(tenant, app);
  for (const device of upTo(tenant.counts.devices)) yield deviceOwner(tenant, device);
  for (const { role, users, group } of ROLE_HOLDERS) yield roleAssignment(tenant, role, users, group);
  yield eligibility(tenant);
}

const anyUser = (tenant: Tenant, label: string, ordinal: number) => {
  const { cloud } = tenant.directory.plan.sizes;
  return tenant.guid('user', tenant.directory.plan.random(label, ordinal).below(cloud.users));
};

function* groupRelations(tenant: Tenant, group: number): Generator<CloudItem> {
  const groupId = tenant.guid('group', group);
  const members = [...membersOf(tenant, group)].map((member) => ({ groupId, member }));
  yield item('AZGroupMember', { groupId, members });
  if (teamOf(tenant, group) !== undefined) return;
  const owner = directoryObject('user', anyUser(tenant, 'group-owner', group));
  yield item('AZGroupOwner', { groupId, owners: [{ groupId, owner }] });
}

/** A copy of a team has the persons of the team that have a cloud account; other groups gain a member a run. */
function* membersOf(tenant: Tenant, group: number) {
  const { plan, groups } = tenant.directory;
  const team = teamOf(tenant, group);
  if (team !== undefined) {
    for (const person of groups.personsOfTeam(team)) {
      if (person >= tenant.counts.users) return;
      if (tenant.personOf(person) !== undefined) yield directoryObject('user', tenant.guid('user', person));
    }
    return;
  }
  const random = plan.random('cloud-members', group);
  const count = group < ROLE_GROUPS ? 2 : random.between(2, 25) + tenant.run;
  for (const user of random.distinct(count, plan.sizes.cloud.users)) {
    yield directoryObject('user', tenant.guid('user', user));
  }
  if (group >= ROLE_GROUPS && group % 9 === 0) {
    yield directoryObject('group', tenant.guid('group', ROLE_GROUPS + 1));
    yield directoryObject('device', tenant.guid('device', group % plan.sizes.cloud.devices));
  }
}

function* appRelations(tenant: Tenant, app: number): Generator<CloudItem> {
  const appId = tenant.guid('app', app);
  const servicePrincipalId = tenant.appPrincipal(app);
  // One application has another owner when the newest run finds the tenant.
  const isNewest = tenant.run > 0 && tenant.run === tenant.directory.plan.sizes.cloud.runs - 1;
  const label = app === 4 && isNewest ? 'next-app-owner' : 'app-owner';
  const owner = directoryObject('user', anyUser(tenant, label, app));
  // AzureHound writes the object id of the app under the same name in the entries.
  const entry = { appId: tenant.guid('app-object', app), owner };
  if (app % 2 === 0) yield item('AZAppOwner', { appId, owners: [entry] });
  if (app % 5 === 0)
    yield item('AZServicePrincipalOwner', { servicePrincipalId, owners: [{ servicePrincipalId, owner }] });
  // Applications of later runs have none, so that the number of ways to the tenant stays.
  if (app % 3 === 0 && app < tenant.directory.plan.sizes.cloud.apps) yield permission(tenant, app);
  if (app === 1) yield federatedCredential(tenant, app);
}

function permission(tenant: Tenant, app: number): CloudItem {
  return item('AZAppRoleAssignment', {
    id: tenant.guid('app-role-assignment', app),
    appId: GRAPH_APP,
    appRoleId: GRAPH_PERMISSIONS[(app / 3) % GRAPH_PERMISSIONS.length],
    principalId: tenant.appPrincipal(app),
    principalType: 'ServicePrincipal',
    principalDisplayName: appName(app),
    resourceId: tenant.guid('principal', 'graph'),
    resourceDisplayName: 'Microsoft Graph',
    tenantId: tenant.id,
  });
}

function federatedCredential(tenant: Tenant, app: number): CloudItem {
  const appId = tenant.guid('app', app);
  const fic = {
    id: tenant.guid('federated-credential', app),
    name: 'release-pipeline',
    issuer: 'https://tokens.quillforge.example',
    subject: 'repo:halden/portal:environment:production',
    audiences: ['api://AzureADTokenExchange'],
    description: 'Releases of the customer portal',
  };
  return item('AZFederatedIdentityCredential', { appId, fics: [{ fic, appId }], tenantId: tenant.id });
}

function deviceOwner(tenant: Tenant, device: number): CloudItem {
  const deviceId = tenant.guid('device', device);
  const owner = directoryObject('user', anyUser(tenant, 'device-owner', device));
  return item('AZDeviceOwner', { deviceId, owners: [{ deviceId, owner }] });
}

function roleAssignment(tenant: Tenant, role: EntraRole, users: number, group: number | undefined): CloudItem {
  const [roleDefinitionId] = ENTRA_ROLES[role];
  const { plan } = tenant.directory;
  const holders = plan.random('role', role).distinct(users, plan.sizes.cloud.users);
  const principals = holders.map((user) => tenant.guid('user', user));
  if (group !== undefined) principals.push(tenant.guid('group', group));
  if (role === 'directoryWriters') {
    const guest = [...upTo(plan.sizes.cloud.users)].find((user) => isGuest(tenant, user));
    principals.push(tenant.appPrincipal(0), ...(guest === undefined ? [] : [tenant.guid('user', guest)]));
  }
  const scoped = role === 'applicationAdministrator' ? [`/${tenant.guid('app', 0)}`] : [];
  return item('AZRoleAssignment', {
    roleDefinitionId,
    tenantId: tenant.id,
    roleAssignments: principals.map((principalId, i) => ({
      id: tenant.guid('role-assignment', `${role}-${i}`),
      principalId,
      roleDefinitionId,
      directoryScopeId: scoped[i] ?? '/',
    })),
  });
}

function eligibility(tenant: Tenant): CloudItem {
  const [roleDefinitionId] = ENTRA_ROLES.globalAdministrator;
  return item('AZRoleEligibilityScheduleInstance', {
    id: tenant.guid('eligibility', 0),
    roleDefinitionId,
    principalId: anyUser(tenant, 'eligible', 0),
    directoryScopeId: '/',
    startDateTime: '2024-01-01T00:00:00Z',
    tenantId: tenant.id,
  });
}
