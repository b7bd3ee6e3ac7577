import type { KnownEndpoint } from '../../../graph/records.js';
import type { Fields } from '../../records/fields.js';
import { type GraphPart, link, mentioned } from '../../records/graph-parts.js';
import { present } from '../../records/properties.js';
import { graphAppRoles, MICROSOFT_GRAPH_APP } from './app-roles.js';
import { azureNode, tenantId } from './azure-node.js';

/** A permission of Microsoft Graph that a service principal holds by itself. */
export function* convertAppRoleAssignment(data: Fields): Generator<GraphPart> {
  const isToGraph = data.id('appId') === MICROSOFT_GRAPH_APP;
  if (!isToGraph || data.text('principalType')?.toLowerCase() !== 'serviceprincipal') {
    return;
  }
  const holder = azureNode(data.id('principalId'), 'AZServicePrincipal');
  const resource = azureNode(data.id('resourceId'), 'AZServicePrincipal');
  yield* mention(holder, data, 'principalDisplayName');
  yield* mention(resource, data, 'resourceDisplayName');
  const kind = graphAppRoles.get(data.id('appRoleId') ?? '');
  if (kind) {
    yield* link(holder, kind, resource);
  }
}

function* mention(node: KnownEndpoint | null, data: Fields, nameField: string): Generator<GraphPart> {
  if (node) {
    yield mentioned(node, present({ displayname: data.text(nameField), tenantid: tenantId(data) }));
  }
}
