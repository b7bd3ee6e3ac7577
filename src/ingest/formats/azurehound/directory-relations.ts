import type { KnownEndpoint } from '../../../graph/records.js';
import type { Statements } from '../../../graph/statements.js';
import type { Fields } from '../../records/fields.js';
import { type AzureConverter, azureNode } from './azure-node.js';
import { stateNonEmptyLists } from './whole-lists.js';

/**
 * A list of directory objects with the same relation to one node. The record and each entry contain the id of the node. The id in the
 * record is used, because the entries of AZAppOwner contain the object id of the app, which is not the id of its node.
 */
interface Relation {
  readonly list: string;
  readonly item: string;
  readonly target: string;
  readonly targetKind: string;
  readonly edge: 'AZMemberOf' | 'AZOwns';
}

const relations: Readonly<Record<string, Relation>> = {
  AZGroupMember: { list: 'members', item: 'member', target: 'groupId', targetKind: 'AZGroup', edge: 'AZMemberOf' },
  AZGroupOwner: { list: 'owners', item: 'owner', target: 'groupId', targetKind: 'AZGroup', edge: 'AZOwns' },
  AZAppOwner: { list: 'owners', item: 'owner', target: 'appId', targetKind: 'AZApp', edge: 'AZOwns' },
  AZServicePrincipalOwner: {
    list: 'owners',
    item: 'owner',
    target: 'servicePrincipalId',
    targetKind: 'AZServicePrincipal',
    edge: 'AZOwns',
  },
  AZDeviceOwner: { list: 'owners', item: 'owner', target: 'deviceId', targetKind: 'AZDevice', edge: 'AZOwns' },
};

const kindsByDirectoryType = new Map([
  ['#microsoft.graph.user', 'AZUser'],
  ['#microsoft.graph.group', 'AZGroup'],
  ['#microsoft.graph.serviceprincipal', 'AZServicePrincipal'],
  ['#microsoft.graph.device', 'AZDevice'],
]);

export const directoryRelations: ReadonlyMap<string, AzureConverter> = new Map(
  Object.entries(relations).map(([kind, relation]) => [kind, (data, into) => stateRelation(data, into, relation)]),
);

function stateRelation(data: Fields, into: Statements, relation: Relation): void {
  const { list, item, target, targetKind, edge } = relation;
  const owner = azureNode(data.id(target), targetKind);
  stateNonEmptyLists(data, into, list, owner, [edge], (entry) =>
    into.link(directoryObject(entry.object(item)), edge, owner ?? azureNode(entry.id(target), targetKind)),
  );
}

/** Null for types that are not in the graph, such as contacts. */
function directoryObject(object: Fields | null): KnownEndpoint | null {
  const kind = kindsByDirectoryType.get((object?.text('@odata.type') ?? '').toLowerCase());
  return object && kind ? azureNode(object.id('id'), kind) : null;
}
