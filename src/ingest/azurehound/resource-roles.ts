import type { Fields } from '../records/fields.js';
import { type GraphPart, link } from '../records/graph-parts.js';
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

/** The end of the record's kind, the name of an item (the list is its plural), the edge, and which resources have it. */
type RoleList = readonly [suffix: string, item: string, edge: string, resources: readonly ListedResource[]];

const lists: readonly RoleList[] = [
  ['Owner', 'owner', 'AZOwner', everywhere],
  ['UserAccessAdmin', 'userAccessAdmin', 'AZUserAccessAdministrator', everywhere],
  ['Contributor', 'contributor', 'AZContributor', everywhere],
  ['KVContributor', 'kvContributor', 'AZKeyVaultContributor', ['AZKeyVault']],
  ['AdminLogin', 'adminLogin', 'AZVMAdminLogin', ['AZVM']],
  ['AvereContributor', 'avereContributor', 'AZAvereContributor', ['AZVM']],
  ['VMContributor', 'vmContributor', 'AZVMContributor', ['AZVM']],
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
];

/** The records that list who has a role on a resource, by their kind. */
export const resourceRoles: ReadonlyMap<string, AzureConverter> = new Map([...listConverters(), ...roleConverters()]);

function* listConverters(): Generator<[string, AzureConverter]> {
  for (const [suffix, item, edge, resources] of lists) {
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
