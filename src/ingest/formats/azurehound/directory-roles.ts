import type { KnownEndpoint } from '../../../graph/records.js';
import type { Fields } from '../../records/fields.js';
import { completing, described, type GraphPart, link } from '../../records/graph-parts.js';
import { azureNode, lastSegment, principal, tenantId } from './azure-node.js';
import { entraRoles } from './azure-roles.js';
import { roleKey } from './directory-objects.js';
import { listEdges } from './given-lists.js';

const WHOLE_TENANT = '/';

/** Roles whose holders, within one application, administer that application alone. */
const scopedEdges = new Map<string | null, string>([
  [entraRoles.applicationAdministrator, 'AZAppAdmin'],
  [entraRoles.cloudApplicationAdministrator, 'AZCloudAppAdmin'],
]);

/** Who holds a role of the directory, and within which scope. */
export function convertRoleAssignment(data: Fields): Generator<GraphPart> {
  const role = azureNode(roleKey(data.id('roleDefinitionId'), tenantId(data)), 'AZRole');
  return listEdges(data, 'roleAssignments', role, ['AZHasRole'], (assignment) => roleHolder(data, assignment));
}

function roleHolder(data: Fields, assignment: Fields): Iterable<GraphPart> {
  const tenantOfRole = tenantId(data);
  const role = lastSegment(assignment.id('roleDefinitionId') ?? data.id('roleDefinitionId'));
  const holder = principal(assignment, 'principalId');
  const scope = scopeOf(assignment);
  const scopedEdge = scopedEdges.get(role);
  if (scope !== null && scopedEdge) {
    return link(holder, scopedEdge, azureNode(scope));
  }
  const properties = { scope: scope ?? tenantOfRole ?? WHOLE_TENANT };
  return link(holder, 'AZHasRole', azureNode(roleKey(role, tenantOfRole), 'AZRole'), properties);
}

/** Without the slash that it begins with; null: the whole tenant. */
function scopeOf(assignment: Fields): string | null {
  return assignment.id('directoryScopeId')?.replace(/^\/+/, '') || null;
}

/** Who may activate a role; only where it is for the whole tenant. */
export function* convertRoleEligibility(data: Fields): Generator<GraphPart> {
  if (scopeOf(data) === null) {
    const role = azureNode(roleKey(data.id('roleDefinitionId'), tenantId(data)), 'AZRole');
    yield* link(principal(data, 'principalId'), 'AZRoleEligible', role);
  }
}

/** What activating a role takes. */
const policyFlags = [
  'endUserAssignmentRequiresApproval',
  'endUserAssignmentRequiresCAPAuthenticationContext',
  'endUserAssignmentRequiresMFA',
  'endUserAssignmentRequiresJustification',
  'endUserAssignmentRequiresTicketInformation',
] as const;

/** What activating a role takes, and all who approve of it. The collector leaves out what is false and lists that are empty. */
export function* convertRolePolicy(data: Fields): Generator<GraphPart> {
  const tenantOfRole = tenantId(data);
  const role = azureNode(roleKey(data.id('roleDefinitionId'), tenantOfRole), 'AZRole');
  if (!role) {
    data.fault('roleDefinitionId', 'is missing, or tenantId is; the record is left out');
    return;
  }
  const list = { of: 'incoming', kind: 'AZRoleApprover' } as const;
  yield* completing({ objectid: role.objectid, list }, data, policyOf(data, role, tenantOfRole));
}

function* policyOf(data: Fields, role: KnownEndpoint, tenantOfRole: string | null): Generator<GraphPart> {
  const flags = new Map(policyFlags.map((field) => [field, data.flag(field) ?? false]));
  yield described(role, Object.fromEntries([...flags].map(([field, value]) => [field.toLowerCase(), value])));
  if (flags.get('endUserAssignmentRequiresApproval')) {
    for (const approver of approvers(data, tenantOfRole)) {
      yield* link(approver, 'AZRoleApprover', role);
    }
  }
}

/** Without approvers of its own, a role is approved by whoever administers roles. */
function approvers(data: Fields, tenantOfRole: string | null): (KnownEndpoint | null)[] {
  const faults = data.faultCount;
  const users = data.ids('endUserAssignmentUserApprovers').map((id) => azureNode(id, 'AZUser'));
  const groups = data.ids('endUserAssignmentGroupApprovers').map((id) => azureNode(id, 'AZGroup'));
  const named = [...users, ...groups];
  return named.length > 0 || data.faultCount > faults
    ? named
    : [azureNode(roleKey(entraRoles.privilegedRoleAdministrator, tenantOfRole), 'AZRole')];
}
