import type { Fields } from '../../records/fields.js';
import { type GraphPart, link } from '../../records/graph-parts.js';
import { azureNode, principal, subscriptionPath } from './azure-node.js';

/** What lies below a management group: subscriptions and further management groups. */
export function* convertDescendant(data: Fields): Generator<GraphPart> {
  const parent = azureNode(data.object('properties')?.object('parent')?.id('id') ?? null, 'AZManagementGroup');
  const type = data.text('type')?.toLowerCase() ?? '';
  if (type.endsWith('/subscriptions')) {
    yield* link(parent, 'AZContains', azureNode(subscriptionPath(data.id('id')), 'AZSubscription'));
  } else {
    const kind = type.endsWith('/managementgroups') ? 'AZManagementGroup' : null;
    yield* link(parent, 'AZContains', azureNode(data.id('id'), kind));
  }
}

const permissionEdges = [
  ['certificates', 'AZGetCertificates'],
  ['keys', 'AZGetKeys'],
  ['secrets', 'AZGetSecrets'],
] as const;

/** What a principal may read from a key vault by the vault's own access policy. */
export function* convertAccessPolicy(data: Fields): Generator<GraphPart> {
  const vault = azureNode(data.id('keyVaultId'), 'AZKeyVault');
  const permissions = data.object('permissions');
  for (const [list, edge] of permissionEdges) {
    const granted = permissions?.texts(list).map((permission) => permission.toLowerCase()) ?? [];
    if (granted.includes('get') || granted.includes('all')) {
      yield* link(principal(data, 'objectId'), edge, vault);
    }
  }
}
