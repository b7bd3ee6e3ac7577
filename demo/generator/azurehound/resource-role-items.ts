import { item, RESOURCE_ROLES, upTo, type CloudItem } from './items.js';
import { SINGLE_RESOURCES, type SingleResource, type Tenant } from './tenant.js';

type ResourceRole = keyof typeof RESOURCE_ROLES;

/** How one AzureHound kind lists the holders of one role: `owners: [{owner: {...}}]`. */
interface RoleList {
  readonly kind: string;
  readonly role: ResourceRole;
  /** Name of an entry; the list has the same with an s. */
  readonly entry: string;
}

const COMMON = [
  { suffix: 'Owner', role: 'owner', entry: 'owner' },
  { suffix: 'Contributor', role: 'contributor', entry: 'contributor' },
  { suffix: 'UserAccessAdmin', role: 'userAccessAdmin', entry: 'userAccessAdmin' },
] as const;

const listsOf = (resource: string): readonly RoleList[] =>
  COMMON.map(({ suffix, role, entry }) => ({ kind: `AZ${resource}${suffix}`, role, entry }));

const VM_LISTS: readonly RoleList[] = [
  ...listsOf('VM'),
  { kind: 'AZVMAdminLogin', role: 'adminLogin', entry: 'adminLogin' },
  { kind: 'AZVMVMContributor', role: 'vmContributor', entry: 'vmContributor' },
  { kind: 'AZVMAvereContributor', role: 'avereContributor', entry: 'avereContributor' },
];

const VAULT_LISTS: readonly RoleList[] = [
  ...listsOf('KeyVault'),
  { kind: 'AZKeyVaultKVContributor', role: 'kvContributor', entry: 'kvContributor' },
];

/** The role that is peculiar to a kind of resource; a registry and a scale set show the common and the machine's one. */
const OWN_ROLES: Readonly<Record<SingleResource['kind'], ResourceRole>> = {
  AZLogicApp: 'logicAppContributor',
  AZFunctionApp: 'websiteContributor',
  AZWebApp: 'websiteContributor',
  AZAutomationAccount: 'automationContributor',
  AZManagedCluster: 'aksContributor',
  AZContainerRegistry: 'contributor',
  AZVMScaleSet: 'vmContributor',
};

/** Assignments of Azure roles over resources, in both layouts of AzureHound. */
export function* resourceRoleItems(tenant: Tenant): Generator<CloudItem> {
  const { counts } = tenant;
  for (const i of upTo(counts.managementGroups)) {
    yield* lists(tenant, tenant.managementGroup(i), 'managementGroupId', listsOf('ManagementGroup'));
  }
  for (const i of upTo(counts.subscriptions)) {
    yield* lists(tenant, tenant.subscription(i), 'subscriptionId', listsOf('Subscription'));
  }
  for (const i of upTo(counts.resourceGroups)) {
    yield* lists(tenant, tenant.resourceGroup(i).id, 'resourceGroupId', listsOf('ResourceGroup'));
  }
  for (const i of upTo(counts.keyVaults)) yield* lists(tenant, tenant.keyVault(i).id, 'keyVaultId', VAULT_LISTS);
  for (const i of upTo(counts.vms)) yield* lists(tenant, tenant.vm(i).id, 'virtualMachineId', VM_LISTS);
  for (const resource of SINGLE_RESOURCES) yield assignments(tenant, resource);
}

/** A principal that exists since the first run: mostly a user, else a group or an application. */
function holder(tenant: Tenant, label: string): string {
  const { plan } = tenant.directory;
  const { cloud } = plan.sizes;
  const random = plan.random('role-holder', label);
  const choice = random.below(10);
  if (choice < 5) return tenant.guid('user', random.below(cloud.users));
  return choice < 8 ? tenant.guid('group', random.below(cloud.groups)) : tenant.appPrincipal(random.below(cloud.apps));
}

/** About every second list has a holder; empty lists are not written. */
function* lists(tenant: Tenant, id: string, idField: string, roleLists: readonly RoleList[]): Generator<CloudItem> {
  for (const { kind, role, entry } of roleLists) {
    const label = `${kind} ${id}`;
    if (tenant.directory.plan.random('has-role', label).chance(0.5)) continue;
    const assignment = roleAssignment(tenant, holder(tenant, label), role, id);
    yield item(kind, { [`${entry}s`]: [{ [entry]: assignment, [idField]: id }], [idField]: id });
  }
}

function assignments(tenant: Tenant, resource: SingleResource): CloudItem {
  const { id } = tenant.resource(resource.type, resource.name, resource.resourceGroup);
  const roles: readonly ResourceRole[] = ['owner', OWN_ROLES[resource.kind]];
  const assignees = roles.map((role) => ({
    assignee: roleAssignment(tenant, holder(tenant, `${role} ${id}`), role, id),
    objectId: id,
    roleDefinitionId: RESOURCE_ROLES[role],
  }));
  return item(`${resource.kind}RoleAssignment`, { assignees, objectId: id });
}

function roleAssignment(tenant: Tenant, principalId: string, role: ResourceRole, scope: string) {
  const name = tenant.guid('resource-role', `${role} ${scope}`);
  return {
    id: `${scope}/PROVIDERS/MICROSOFT.AUTHORIZATION/ROLEASSIGNMENTS/${name}`,
    name,
    type: 'Microsoft.Authorization/roleAssignments',
    properties: { principalId, roleDefinitionId: RESOURCE_ROLES[role], scope },
  };
}
