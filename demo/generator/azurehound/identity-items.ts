import { APPLICATIONS, TITLES } from '../word-lists.js';
import { cloudTime, ENTRA_ROLES, GRAPH_APP, item, MICROSOFT_TENANT, upTo, type CloudItem } from './items.js';
import type { PrincipalSource, Tenant } from './tenant.js';

/** Roles can be assigned to groups below this number. */
export const ROLE_GROUPS = 4;

/** Persons without a directory account are named from this number on, so that names do not repeat. */
const CLOUD_ONLY_NAMES = 4_000;

/** Share of the cloud groups without roles that are synchronised from teams of the directory. */
const SYNCED_GROUPS = 0.5;

/** @returns the team of the directory that a cloud group is synchronised from, undefined if there is none */
export function teamOf(tenant: Tenant, group: number): number | undefined {
  const isSynced = group >= ROLE_GROUPS && tenant.directory.plan.random('synced-group', group).chance(SYNCED_GROUPS);
  return isSynced && group < tenant.directory.places.sections ? group : undefined;
}

export function appName(app: number): string {
  const round = Math.floor(app / APPLICATIONS.length);
  return `${APPLICATIONS[app % APPLICATIONS.length] ?? ''}${round === 0 ? '' : `-${round + 1}`}`;
}

/** Whether a user of the tenant is a guest from the partner. */
export function isGuest(tenant: Tenant, user: number): boolean {
  return tenant.personOf(user) === undefined && cloudUserRandom(tenant, user).chance(0.4);
}

const cloudUserRandom = (tenant: Tenant, user: number) => tenant.directory.plan.random('cloud-user', user);

/** The items of the tenant's directory: tenant, users, groups, applications, service principals, devices, roles. */
export function* identityItems(tenant: Tenant): Generator<CloudItem> {
  yield tenantItem(tenant);
  for (const ordinal of upTo(tenant.counts.users)) yield userItem(tenant, ordinal);
  for (const ordinal of upTo(tenant.counts.groups)) yield groupItem(tenant, ordinal);
  for (const ordinal of upTo(tenant.counts.apps)) yield appItem(tenant, ordinal);
  for (const { id, source } of tenant.principals()) yield servicePrincipalItem(tenant, id, source);
  for (const ordinal of upTo(tenant.counts.devices)) yield deviceItem(tenant, ordinal);
  yield* roleItems(tenant);
}

const within = ({ id, name }: Tenant) => ({ tenantId: id, tenantName: name });

function tenantItem({ id, name, domain }: Tenant): CloudItem {
  return item('AZTenant', {
    id: `/tenants/${id}`,
    tenantId: id,
    displayName: name,
    defaultDomain: domain.toLowerCase(),
    tenantType: 'AAD',
    countryCode: 'NO',
    collected: true,
  });
}

function userItem(tenant: Tenant, ordinal: number): CloudItem {
  const { plan, accounts } = tenant.directory;
  const person = tenant.personOf(ordinal);
  const random = cloudUserRandom(tenant, ordinal);
  const account = accounts.get(person ?? 0);
  const { given, family } = accounts.personName(person ?? CLOUD_ONLY_NAMES + ordinal);
  const isForeign = person === undefined && random.chance(0.4);
  const principalName = isForeign
    ? `${given}.${family}_orrin.example#EXT#@${tenant.domain}`.toLowerCase()
    : `${given}.${family}@${tenant.domain}`.toLowerCase();
  return item('AZUser', {
    id: tenant.guid('user', ordinal),
    displayName: `${given} ${family}`,
    userPrincipalName: principalName,
    mail: isForeign ? `${given}.${family}@orrin.example`.toLowerCase() : principalName,
    jobTitle: titleAt(tenant, ordinal),
    ...(random.chance(0.96) ? { accountEnabled: true } : {}),
    userType: isForeign ? 'Guest' : 'Member',
    createdDateTime: cloudTime(plan.daysAgo(random, 1_500, 40)),
    lastPasswordChangeDateTime: cloudTime(plan.daysAgo(random, 170, 31)),
    ...(person === undefined ? {} : { onPremisesSyncEnabled: true, onPremisesSecurityIdentifier: account.sid }),
    ...within(tenant),
  });
}

/** Some persons have another title from one run to the next. */
function titleAt({ directory: { plan }, run }: Tenant, ordinal: number): string {
  let title = plan.random('job', ordinal, 0).pick(TITLES);
  for (let past = 1; past <= run; past++) {
    const random = plan.random('job', ordinal, past);
    if (random.chance(0.02)) title = random.pick(TITLES);
  }
  return title;
}

function groupItem(tenant: Tenant, ordinal: number): CloudItem {
  const { plan, groups } = tenant.directory;
  const random = plan.random('cloud-group', ordinal);
  const team = teamOf(tenant, ordinal);
  const source = team === undefined ? undefined : groups.get(groups.teamIndex(team));
  const name = source?.name ?? (ordinal < ROLE_GROUPS ? `ROLE-HOLDERS-${ordinal + 1}` : `CLOUD-${appName(ordinal)}`);
  return item('AZGroup', {
    id: tenant.guid('group', ordinal),
    displayName: name,
    description: source === undefined ? 'Made in the cloud' : source.description,
    securityEnabled: true,
    ...(ordinal < ROLE_GROUPS ? { isAssignableToRole: true } : {}),
    securityIdentifier: `S-1-12-1-${[0, 1, 2, 3].map(() => random.next()).join('-')}`,
    createdDateTime: cloudTime(plan.daysAgo(random, 1_500, 40)),
    ...(source === undefined ? {} : { onPremisesSyncEnabled: true, onPremisesSecurityIdentifier: source.sid }),
    ...within(tenant),
  });
}

function appItem(tenant: Tenant, ordinal: number): CloudItem {
  const { plan } = tenant.directory;
  return item('AZApp', {
    id: tenant.guid('app-object', ordinal),
    appId: tenant.guid('app', ordinal),
    displayName: appName(ordinal),
    description: `The application ${appName(ordinal).toLowerCase()}`,
    publisherDomain: tenant.domain.toLowerCase(),
    signInAudience: 'AzureADMyOrg',
    createdDateTime: cloudTime(plan.daysAgo(plan.random('app', ordinal), 1_200, 40)),
    ...within(tenant),
  });
}

function servicePrincipalItem(tenant: Tenant, id: string, source: PrincipalSource): CloudItem {
  const { appId, name, owner, type } = principalIdentity(tenant, source);
  return item('AZServicePrincipal', {
    id,
    appId,
    ...(type === 'Application' ? { appDisplayName: name } : {}),
    ...(owner === undefined ? {} : { appOwnerOrganizationId: owner }),
    displayName: name,
    accountEnabled: true,
    servicePrincipalType: type,
    ...within(tenant),
  });
}

function principalIdentity(tenant: Tenant, source: PrincipalSource) {
  if (source.type === 'graph') {
    return { appId: GRAPH_APP, name: 'MICROSOFT GRAPH', owner: MICROSOFT_TENANT, type: 'Application' };
  }
  if (source.type === 'app') {
    const appId = tenant.guid('app', source.app);
    return { appId, name: appName(source.app), owner: tenant.id, type: 'Application' };
  }
  const isMachine = source.type === 'vm';
  return {
    appId: isMachine ? tenant.guid('vm-client', source.vm) : tenant.guid('resource-client', source.name),
    name: (isMachine ? tenant.vm(source.vm).name : source.name).toUpperCase(),
    owner: undefined,
    type: 'ManagedIdentity',
  };
}

function deviceItem(tenant: Tenant, ordinal: number): CloudItem {
  const random = tenant.directory.plan.random('device', ordinal);
  const isPhone = random.chance(0.3);
  return item('AZDevice', {
    id: tenant.guid('device', ordinal),
    deviceId: tenant.guid('device-id', ordinal),
    displayName: `${isPhone ? 'PHONE' : 'LAPTOP'}-${String(ordinal + 1).padStart(5, '0')}`,
    operatingSystem: isPhone ? random.pick(['IOS', 'ANDROID']) : 'Windows',
    operatingSystemVersion: isPhone ? `${random.between(15, 18)}.${random.below(6)}` : '10.0.22631',
    trustType: random.pick(['AzureAd', 'ServerAd', 'Workplace']),
    accountEnabled: true,
    ...within(tenant),
  });
}

function* roleItems(tenant: Tenant): Generator<CloudItem> {
  for (const [id, name] of Object.values(ENTRA_ROLES)) {
    yield item('AZRole', {
      id,
      // As Microsoft writes it: BloodHound compares it exactly.
      templateId: id.toLowerCase(),
      displayName: name.toUpperCase(),
      description: name,
      isBuiltIn: true,
      isEnabled: true,
      ...within(tenant),
    });
  }
}
