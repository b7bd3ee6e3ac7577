import type { Statements } from '../../../graph/statements.js';
import type { Fields } from '../../records/fields.js';
import { azureNode } from './azure-node.js';
import { stateName } from './azure-object.js';

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

/** A permission of Microsoft Graph that is assigned to a service principal. */
export function convertAppRoleAssignment(data: Fields, into: Statements): void {
  const isToGraph = data.id('appId') === MICROSOFT_GRAPH_APP;
  if (!isToGraph || data.text('principalType')?.toLowerCase() !== 'serviceprincipal') return;
  const holder = azureNode(data.id('principalId'), 'AZServicePrincipal');
  const resource = azureNode(data.id('resourceId'), 'AZServicePrincipal');
  stateName(data, into, holder, 'principalDisplayName');
  stateName(data, into, resource, 'resourceDisplayName');
  const kind = graphAppRoles.get(data.id('appRoleId') ?? '');
  if (kind) into.link(holder, kind, resource);
}
