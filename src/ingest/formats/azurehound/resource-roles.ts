import type { EdgeKindName } from '../../../graph/kinds/kind-catalogue.js';
import type { Statements } from '../../../graph/statements.js';
import type { Fields } from '../../records/fields.js';
import { stateEdge } from '../../records/state-edge.js';
import {
  type AzureConverter,
  azureNode,
  isSameResource,
  lastSegment,
  principal,
  subscriptionPath,
} from './azure-node.js';
import { stateNonEmptyLists } from './whole-lists.js';

/** Ids of built-in roles of Azure resources, in upper case. */
const azureRoles = {
  owner: '8E3AF657-A8FF-443C-A75C-2FE8C4BCB635',
  contributor: 'B24988AC-6180-42A0-AB88-20F7382DD24C',
  userAccessAdministrator: '18D7D88D-D35E-4FB5-A5C3-7773C20A72D9',
  keyVaultContributor: 'F25E0FA2-A7C8-4377-A976-54943A77A395',
  virtualMachineAdministratorLogin: '1C0163C0-47E6-4577-8991-EA5C82E286E4',
  avereContributor: '4F8FAB4F-1852-4A58-A46A-8EAF358AF14A',
  virtualMachineContributor: '9980E02C-C2BE-4D73-94E8-173B1DC7CF3C',
  websiteContributor: 'DE139F84-1756-47AE-9BE6-808FBBE84772',
  logicAppContributor: '87A39D53-FC1B-424A-814C-F7E04687DC9E',
  automationContributor: 'F353D9BD-D4A6-484E-A77A-8050B599B867',
  aksContributor: 'ED7F3FBD-7B88-4DD4-9017-9ADB7CE333F8',
} as const;

/** Resources with one list for each role. */
const everywhere = ['AZSubscription', 'AZResourceGroup', 'AZManagementGroup', 'AZKeyVault', 'AZVM'] as const;
type ListedResource = (typeof everywhere)[number];

/** The fields with their ids. */
const resourceIds = {
  AZSubscription: 'subscriptionId',
  AZResourceGroup: 'resourceGroupId',
  AZManagementGroup: 'managementGroupId',
  AZKeyVault: 'keyVaultId',
  AZVM: 'virtualMachineId',
} as const satisfies Record<ListedResource, string>;

/** The suffix of the kind of the record, the name of an item (the list is its plural), the edge, the role, and its resources. */
type RoleList = readonly [
  suffix: string,
  item: string,
  edge: EdgeKindName,
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

const basicRoles = new Map<string | null, EdgeKindName>([
  [azureRoles.owner, 'AZOwner'],
  [azureRoles.userAccessAdministrator, 'AZUserAccessAdministrator'],
  [azureRoles.contributor, 'AZContributor'],
]);

/** Resources with one list for all roles, and the edge of an additional role. */
const assignedResources: readonly (readonly [kind: string, role?: string, edge?: EdgeKindName])[] = [
  ['AZVMScaleSet', azureRoles.virtualMachineContributor, 'AZVMContributor'],
  ['AZFunctionApp', azureRoles.websiteContributor, 'AZWebsiteContributor'],
  ['AZWebApp', azureRoles.websiteContributor, 'AZWebsiteContributor'],
  ['AZLogicApp', azureRoles.logicAppContributor, 'AZLogicAppContributor'],
  ['AZAutomationAccount', azureRoles.automationContributor, 'AZAutomationContributor'],
  ['AZManagedCluster', azureRoles.aksContributor, 'AZAKSContributor'],
  ['AZContainerRegistry'],
  ['AZStorageAccount'],
];

/** Converters of lists of role holders, by the kind of the record. */
export const resourceRoles: ReadonlyMap<string, AzureConverter> = new Map([
  ...listConverters(),
  ...rawConverters(),
  ...roleConverters(),
]);

function* listConverters(): Generator<[string, AzureConverter]> {
  for (const [suffix, item, edge, , resources] of lists) {
    for (const resource of resources) {
      yield [`${resource}${suffix}`, (data, into) => stateList(data, into, resource, item, edge)];
    }
  }
}

function stateList(data: Fields, into: Statements, resource: ListedResource, item: string, edge: EdgeKindName): void {
  const idField = resourceIds[resource];
  const keyOf = (id: string | null) => (resource === 'AZSubscription' ? subscriptionPath(id) : id);
  const owner = keyOf(data.id(idField));
  stateNonEmptyLists(data, into, `${item}s`, azureNode(owner, resource), [edge], (entry) => {
    const target = keyOf(entry.id(idField)) ?? owner;
    const assignment = entry.object(item)?.object('properties') ?? null;
    if (isSameResource(keyOf(assignment?.id('scope') ?? null), target))
      stateEdge(into, principal(assignment, 'principalId'), edge, azureNode(target, resource));
  });
}

/** Lists with all roles, from which the collector derives the lists by role. It writes them only if it is called with their name. */
function* rawConverters(): Generator<[string, AzureConverter]> {
  for (const resource of everywhere) {
    const edges = new Map<string | null, EdgeKindName>();
    for (const [, , edge, role, resources] of lists) {
      if (resources.includes(resource)) edges.set(role, edge);
    }
    yield [`${resource}RoleAssignment`, (data, into) => stateRawList(data, into, resource, edges)];
  }
}

function stateRawList(
  data: Fields,
  into: Statements,
  resource: ListedResource,
  edges: ReadonlyMap<string | null, EdgeKindName>,
): void {
  // In these records the field with the id of a key vault has the name of the one of a machine.
  const id = data.id(resourceIds[resource]) ?? (resource === 'AZKeyVault' ? data.id(resourceIds.AZVM) : null);
  const target = azureNode(resource === 'AZSubscription' ? subscriptionPath(id) : id, resource);
  stateNonEmptyLists(data, into, 'roleAssignments', target, edges.values(), (entry) => {
    const assignment = entry.object('roleAssignment')?.object('properties') ?? null;
    const edge = edges.get(lastSegment(assignment?.id('roleDefinitionId') ?? null));
    if (edge && isSameResource(assignment?.id('scope') ?? null, target?.objectid ?? null))
      stateEdge(into, principal(assignment, 'principalId'), edge, target);
  });
}

function* roleConverters(): Generator<[string, AzureConverter]> {
  for (const [resource, role, edge] of assignedResources) {
    const edges = new Map(basicRoles);
    if (role && edge) {
      edges.set(role, edge);
    }
    yield [`${resource}RoleAssignment`, (data, into) => stateAssignments(data, into, resource, edges)];
  }
}

/** Only roles on the resource itself are edges. Inherited roles follow from the edges of its containers. */
function stateAssignments(
  data: Fields,
  into: Statements,
  resource: string,
  edges: ReadonlyMap<string | null, EdgeKindName>,
): void {
  const owner = data.id('objectId');
  stateNonEmptyLists(data, into, 'assignees', azureNode(owner, resource), edges.values(), (entry) => {
    const target = entry.id('objectId') ?? owner;
    const assignment = entry.object('assignee')?.object('properties') ?? null;
    const role = lastSegment(entry.id('roleDefinitionId') ?? assignment?.id('roleDefinitionId') ?? null);
    const edge = edges.get(role);
    if (edge && isSameResource(assignment?.id('scope') ?? null, target))
      stateEdge(into, principal(assignment, 'principalId'), edge, azureNode(target, resource));
  });
}
