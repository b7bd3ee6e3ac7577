import type { Fields } from '../../records/fields.js';
import { type GraphPart, link } from '../../records/graph-parts.js';
import {
  type AzureConverter,
  azureNode,
  isSameResource,
  lastSegment,
  principal,
  subscriptionPath,
} from './azure-node.js';
import { azureRoles } from './azure-roles.js';
import { listEdges } from './given-lists.js';

/** Resources whose roles are listed by role. */
const everywhere = ['AZSubscription', 'AZResourceGroup', 'AZManagementGroup', 'AZKeyVault', 'AZVM'] as const;
type ListedResource = (typeof everywhere)[number];

/** The field that holds their id. */
const resourceIds = {
  AZSubscription: 'subscriptionId',
  AZResourceGroup: 'resourceGroupId',
  AZManagementGroup: 'managementGroupId',
  AZKeyVault: 'keyVaultId',
  AZVM: 'virtualMachineId',
} as const satisfies Record<ListedResource, string>;

/** The end of the record's kind, the name of an item (the list is its plural), the edge, the role, and which resources have it. */
type RoleList = readonly [
  suffix: string,
  item: string,
  edge: string,
  role: string,
  resources: readonly ListedResource[],
];

const lists: readonly RoleList[] = [
  ['Owner', 'owner', 'AZOwner', azureRoles.owner, everywhere],
  ['UserAccessAdmin', 'userAccessAdmin', 'AZUserAccessAdministrator', azureRoles.userAccessAdministrator, everywhere],
  ['Contributor', 'contributor', 'AZContributor', azureRoles.contributor, everywhere],
  ['KVContributor', 'kvContributor', 'AZKeyVaultContributor', azureRoles.keyVaultContributor, ['AZKeyVault']],
  ['AdminLogin', 'adminLogin', 'AZVMAdminLogin', azureRoles.virtualMachineAdministratorLogin, ['AZVM']],
  ['AvereContributor', 'avereContributor', 'AZAvereContributor', azureRoles.avereContributor, ['AZVM']],
  ['VMContributor', 'vmContributor', 'AZVMContributor', azureRoles.virtualMachineContributor, ['AZVM']],
];

const basicRoles = new Map<string | null, string>([
  [azureRoles.owner, 'AZOwner'],
  [azureRoles.userAccessAdministrator, 'AZUserAccessAdministrator'],
  [azureRoles.contributor, 'AZContributor'],
]);

/** Resources whose roles come in one list of all, and the role beyond the basic ones that is an edge. */
const assignedResources: readonly (readonly [kind: string, role?: string, edge?: string])[] = [
  ['AZVMScaleSet', azureRoles.virtualMachineContributor, 'AZVMContributor'],
  ['AZFunctionApp', azureRoles.websiteContributor, 'AZWebsiteContributor'],
  ['AZWebApp', azureRoles.websiteContributor, 'AZWebsiteContributor'],
  ['AZLogicApp', azureRoles.logicAppContributor, 'AZLogicAppContributor'],
  ['AZAutomationAccount', azureRoles.automationContributor, 'AZAutomationContributor'],
  ['AZManagedCluster', azureRoles.aksContributor, 'AZAKSContributor'],
  ['AZContainerRegistry'],
  ['AZStorageAccount'],
];

/** The records that list who has a role on a resource, by their kind. */
export const resourceRoles: ReadonlyMap<string, AzureConverter> = new Map([
  ...listConverters(),
  ...rawConverters(),
  ...roleConverters(),
]);

function* listConverters(): Generator<[string, AzureConverter]> {
  for (const [suffix, item, edge, , resources] of lists) {
    for (const resource of resources) {
      yield [`${resource}${suffix}`, (data) => convertList(data, resource, item, edge)];
    }
  }
}

function convertList(data: Fields, resource: ListedResource, item: string, edge: string): Generator<GraphPart> {
  const idField = resourceIds[resource];
  const keyOf = (id: string | null) => (resource === 'AZSubscription' ? subscriptionPath(id) : id);
  const owner = keyOf(data.id(idField));
  return listEdges(data, `${item}s`, azureNode(owner, resource), [edge], (entry) => {
    const target = keyOf(entry.id(idField)) ?? owner;
    const assignment = entry.object(item)?.object('properties') ?? null;
    return isSameResource(keyOf(assignment?.id('scope') ?? null), target)
      ? link(principal(assignment, 'principalId'), edge, azureNode(target, resource))
      : [];
  });
}

/** The lists of all roles from which the collector makes the lists by role; it writes them if they are asked for by name. */
function* rawConverters(): Generator<[string, AzureConverter]> {
  for (const resource of everywhere) {
    const edges = new Map<string | null, string>();
    for (const [, , edge, role, resources] of lists) {
      if (resources.includes(resource)) edges.set(role, edge);
    }
    yield [`${resource}RoleAssignment`, (data) => convertRawList(data, resource, edges)];
  }
}

function convertRawList(
  data: Fields,
  resource: ListedResource,
  edges: ReadonlyMap<string | null, string>,
): Generator<GraphPart> {
  // The collector names the id of a key vault as that of a machine here.
  const id = data.id(resourceIds[resource]) ?? (resource === 'AZKeyVault' ? data.id(resourceIds.AZVM) : null);
  const target = azureNode(resource === 'AZSubscription' ? subscriptionPath(id) : id, resource);
  return listEdges(data, 'roleAssignments', target, edges.values(), (entry) => {
    const assignment = entry.object('roleAssignment')?.object('properties') ?? null;
    const edge = edges.get(lastSegment(assignment?.id('roleDefinitionId') ?? null));
    return edge && isSameResource(assignment?.id('scope') ?? null, target?.objectid ?? null)
      ? link(principal(assignment, 'principalId'), edge, target)
      : [];
  });
}

function* roleConverters(): Generator<[string, AzureConverter]> {
  for (const [resource, role, edge] of assignedResources) {
    const edges = new Map(basicRoles);
    if (role && edge) {
      edges.set(role, edge);
    }
    yield [`${resource}RoleAssignment`, (data) => convertAssignments(data, resource, edges)];
  }
}

/** Roles inherited from further up are left to the containment of resources: only those on the resource itself are edges. */
function convertAssignments(
  data: Fields,
  resource: string,
  edges: ReadonlyMap<string | null, string>,
): Generator<GraphPart> {
  const owner = data.id('objectId');
  return listEdges(data, 'assignees', azureNode(owner, resource), edges.values(), (entry) => {
    const target = entry.id('objectId') ?? owner;
    const assignment = entry.object('assignee')?.object('properties') ?? null;
    const role = lastSegment(entry.id('roleDefinitionId') ?? assignment?.id('roleDefinitionId') ?? null);
    const edge = edges.get(role);
    return edge && isSameResource(assignment?.id('scope') ?? null, target)
      ? link(principal(assignment, 'principalId'), edge, azureNode(target, resource))
      : [];
  });
}
