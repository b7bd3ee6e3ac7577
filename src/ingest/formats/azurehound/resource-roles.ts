import type { EdgeKindName } from '../../../graph/kinds/kind-catalogue.js';
import type { Statements } from '../../../graph/statements.js';
import type { Fields } from '../../records/fields.js';
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

/** Resources with one list for each role, and the field with their id. */
const resourceIds = {
  AZSubscription: 'subscriptionId',
  AZResourceGroup: 'resourceGroupId',
  AZManagementGroup: 'managementGroupId',
  AZKeyVault: 'keyVaultId',
  AZVM: 'virtualMachineId',
} as const;

/** The suffix of the kind of the record, the name of an item, the edge, the role, and its resource if others do not have it. */
type RoleList = readonly [
  suffix: string,
  item: string,
  edge: EdgeKindName,
  role: string,
  only?: keyof typeof resourceIds,
];

const lists: readonly RoleList[] = [
  ['Owner', 'owner', 'AZOwner', azureRoles.owner],
  ['UserAccessAdmin', 'userAccessAdmin', 'AZUserAccessAdministrator', azureRoles.userAccessAdministrator],
  ['Contributor', 'contributor', 'AZContributor', azureRoles.contributor],
  ['KVContributor', 'kvContributor', 'AZKeyVaultContributor', azureRoles.keyVaultContributor, 'AZKeyVault'],
  ['AdminLogin', 'adminLogin', 'AZVMAdminLogin', azureRoles.virtualMachineAdministratorLogin, 'AZVM'],
  ['AvereContributor', 'avereContributor', 'AZAvereContributor', azureRoles.avereContributor, 'AZVM'],
  ['VMContributor', 'vmContributor', 'AZVMContributor', azureRoles.virtualMachineContributor, 'AZVM'],
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

/** A list of role assignments on a resource. */
interface Assignments {
  readonly resource: string;
  /** The fields with the id of the resource, in the record and maybe in each entry. */
  readonly ids: readonly string[];
  /** The field of an entry with the assignment. The list is its plural. */
  readonly item: string;
  readonly edges: ReadonlyMap<string | null, EdgeKindName>;
  /** All entries have this role. */
  readonly role?: string;
}

/** Converters of lists of role holders, by the kind of the record. */
export const resourceRoles: ReadonlyMap<string, AzureConverter> = new Map(
  [...listsOfRoles(), ...listsOfAssignments()].map(([kind, assignments]) => [
    kind,
    (data, into) => stateAssignments(data, into, assignments),
  ]),
);

type OfKind = [kind: string, assignments: Assignments];

/** The collector derives the lists by role from one with all roles, which it writes only if it is called with its name. */
function* listsOfRoles(): Generator<OfKind> {
  for (const [resource, id] of Object.entries(resourceIds)) {
    const roles = lists.filter(([, , , , only = resource]) => only === resource);
    for (const [suffix, item, edge, role] of roles)
      yield [`${resource}${suffix}`, { resource, ids: [id], item, edges: new Map([[role, edge]]), role }];
    const edges = new Map(roles.map(([, , edge, role]) => [role, edge]));
    // In these records the field with the id of a key vault has the name of the one of a machine.
    const ids = resource === 'AZKeyVault' ? [id, resourceIds.AZVM] : [id];
    yield [`${resource}RoleAssignment`, { resource, ids, item: 'roleAssignment', edges }];
  }
}

function* listsOfAssignments(): Generator<OfKind> {
  for (const [resource, role, edge] of assignedResources) {
    const edges = new Map([...basicRoles, ...(role && edge ? [[role, edge] as const] : [])]);
    yield [`${resource}RoleAssignment`, { resource, ids: ['objectId'], item: 'assignee', edges }];
  }
}

/** Only roles on the resource itself are edges. Inherited roles follow from the edges of its containers. */
function stateAssignments(data: Fields, into: Statements, { resource, ids, item, edges, role }: Assignments): void {
  const keyOf = (id: string | null) => (resource === 'AZSubscription' ? subscriptionPath(id) : id);
  const idOf = (fields: Fields) => keyOf(ids.reduce<string | null>((id, field) => id ?? fields.id(field), null));
  const owner = idOf(data);
  stateNonEmptyLists(data, into, `${item}s`, azureNode(owner, resource), edges.values(), (entry) => {
    const target = idOf(entry) ?? owner;
    const assignment = entry.object(item)?.object('properties') ?? null;
    const its = role ?? lastSegment(entry.id('roleDefinitionId') ?? assignment?.id('roleDefinitionId') ?? null);
    const edge = edges.get(its);
    if (edge && isSameResource(keyOf(assignment?.id('scope') ?? null), target))
      into.link(principal(assignment, 'principalId'), edge, azureNode(target, resource));
  });
}
