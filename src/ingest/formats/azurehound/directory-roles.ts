import type { KnownEndpoint } from '../../../graph/records.js';
import type { Statements } from '../../../graph/statements.js';
import type { Fields } from '../../records/fields.js';
import { azureNode, lastSegment, principal, tenantId } from './azure-node.js';
import { type AzureKinds, stateName } from './azure-object.js';
import { entraRoles } from './entra-roles.js';
import { roleKey } from './directory-objects.js';
import { eligibleScope, ScopedHolders, scopeOfRole } from './role-scopes.js';
import { stateLists, stateNonEmptyLists } from './whole-lists.js';

/** Roles that can be limited to one application. */
const scopedEdges = new Map<string | null, string>([
  [entraRoles.applicationAdministrator, 'AZAppAdmin'],
  [entraRoles.cloudApplicationAdministrator, 'AZCloudAppAdmin'],
]);

/** The edges of permissions of Microsoft Graph, by the id of the app role in upper case. */
const graphAppRoles: ReadonlyMap<string, string> = new Map([
  ['1BFEFB4E-E0B5-418B-A88F-73C46D2CC8E9', 'AZMGApplication_ReadWrite_All'],
  ['06B708A9-E830-4DB3-A914-8E69DA51D44F', 'AZMGAppRoleAssignment_ReadWrite_All'],
  ['19DBC75E-C2E2-444C-A770-EC69D8559FC7', 'AZMGDirectory_ReadWrite_All'],
  ['62A82D76-70EA-41E2-9197-370581804D09', 'AZMGGroup_ReadWrite_All'],
  ['DBAAE8CF-10B5-4B86-A4A1-F871C94C6695', 'AZMGGroupMember_ReadWrite_All'],
  ['9E3F62CF-CA93-4989-B6CE-BF83C28F9FE8', 'AZMGRoleManagement_ReadWrite_Directory'],
  ['89C8469C-83AD-45F7-8FF2-6E3D4285709E', 'AZMGServicePrincipalEndpoint_ReadWrite_All'],
]);

/** The app id of Microsoft Graph in every tenant. */
const MICROSOFT_GRAPH_APP = '00000003-0000-0000-C000-000000000000';

/** By the kind of the record. */
export const directoryRoles: AzureKinds = {
  AZAppRoleAssignment: convertAppRoleAssignment,
  AZRoleAssignment: convertRoleAssignment,
  AZRoleEligibilityScheduleInstance: convertRoleEligibility,
  AZRoleManagementPolicyAssignment: convertRolePolicy,
};

/** The holders of a role of the directory. */
function convertRoleAssignment(data: Fields, into: Statements): void {
  const role = azureNode(roleKey(data.id('roleDefinitionId'), tenantId(data)), 'AZRole');
  const scoped = new ScopedHolders(data, into);
  stateNonEmptyLists(data, into, 'roleAssignments', role, ['AZHasRole', 'AZHasScopedRole'], (entry) =>
    stateHolder(data, into, entry, scoped),
  );
  scoped.state();
}

function stateHolder(data: Fields, into: Statements, assignment: Fields, scoped: ScopedHolders): void {
  const tenantOfRole = tenantId(data);
  const role = lastSegment(assignment.id('roleDefinitionId') ?? data.id('roleDefinitionId'));
  const holder = principal(assignment, 'principalId');
  const scope = scopeOfRole(assignment, role, tenantOfRole);
  if (scope === undefined) return;
  const scopedEdge = scopedEdges.get(role);
  if (scope && scopedEdge && scope.object) into.link(holder, scopedEdge, azureNode(scope.object));
  else if (scope) scoped.add(holder, azureNode(roleKey(role, tenantOfRole), 'AZRole'), scope);
  else {
    const properties = { scope: tenantOfRole ?? '/' };
    into.link(holder, 'AZHasRole', azureNode(roleKey(role, tenantOfRole), 'AZRole'), properties);
  }
}

/** A principal that may activate a role, for the whole tenant or for a part of it. Each part is a record of its own, and so a property. */
function convertRoleEligibility(data: Fields, into: Statements): void {
  const definition = lastSegment(data.id('roleDefinitionId'));
  const role = azureNode(roleKey(definition, tenantId(data)), 'AZRole');
  const holder = principal(data, 'principalId');
  const scope = scopeOfRole(data, definition, tenantId(data));
  if (scope === null) into.link(holder, 'AZRoleEligible', role);
  else if (scope) into.link(holder, 'AZScopedRoleEligible', role, { [eligibleScope(data, scope)]: true });
}

/** Conditions for the activation of a role. */
const policyFlags = [
  'endUserAssignmentRequiresApproval',
  'endUserAssignmentRequiresCAPAuthenticationContext',
  'endUserAssignmentRequiresMFA',
  'endUserAssignmentRequiresJustification',
  'endUserAssignmentRequiresTicketInformation',
] as const;

/** The conditions for the activation of a role, and all approvers. The collector omits false values and empty lists. */
function convertRolePolicy(data: Fields, into: Statements): void {
  const tenantOfRole = tenantId(data);
  const role = azureNode(roleKey(data.id('roleDefinitionId'), tenantOfRole), 'AZRole');
  if (!role) {
    data.fault('roleDefinitionId', 'is missing, or tenantId is; the record is left out');
    return;
  }
  const state = () => statePolicy(data, into, role, tenantOfRole);
  stateLists(data, into, role.objectid, ['AZRoleApprover'], state);
}

function statePolicy(data: Fields, into: Statements, role: KnownEndpoint, tenantOfRole: string | null): void {
  const flags = new Map(policyFlags.map((field) => [field, data.flag(field) ?? false]));
  const faults = data.faultCount;
  const users = data.ids('endUserAssignmentUserApprovers');
  const groups = data.ids('endUserAssignmentGroupApprovers');
  into.describe(role.objectid, role.kinds, {
    roledefinitionid: lastSegment(data.id('roleDefinitionId')) ?? '',
    ...Object.fromEntries([...flags].map(([field, value]) => [field.toLowerCase(), value])),
    enduserassignmentuserapprovers: users,
    enduserassignmentgroupapprovers: groups,
  });
  if (!flags.get('endUserAssignmentRequiresApproval')) return;
  const named = [...users.map((id) => azureNode(id, 'AZUser')), ...groups.map((id) => azureNode(id, 'AZGroup'))];
  const isComplete = data.faultCount === faults;
  for (const approver of named.length > 0 || !isComplete ? named : defaultApprovers(tenantOfRole)) {
    into.link(approver, 'AZRoleApprover', role);
  }
}

/** If a role names no approvers, global administrators and privileged role administrators approve it. */
function defaultApprovers(tenantOfRole: string | null): (KnownEndpoint | null)[] {
  const roles = [entraRoles.globalAdministrator, entraRoles.privilegedRoleAdministrator];
  return roles.map((role) => azureNode(roleKey(role, tenantOfRole), 'AZRole'));
}

/** A permission of Microsoft Graph that is assigned to a service principal. */
function convertAppRoleAssignment(data: Fields, into: Statements): void {
  const isToGraph = data.id('appId') === MICROSOFT_GRAPH_APP;
  if (!isToGraph || data.text('principalType')?.toLowerCase() !== 'serviceprincipal') return;
  const holder = azureNode(data.id('principalId'), 'AZServicePrincipal');
  const resource = azureNode(data.id('resourceId'), 'AZServicePrincipal');
  stateName(data, into, holder, 'principalDisplayName');
  stateName(data, into, resource, 'resourceDisplayName');
  const kind = graphAppRoles.get(data.id('appRoleId') ?? '');
  if (kind) into.link(holder, kind, resource);
}
