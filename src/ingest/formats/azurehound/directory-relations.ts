import type { KnownEndpoint } from '../../../graph/records.js';
import type { Statements } from '../../../graph/statements.js';
import type { Fields } from '../../records/fields.js';
import { type AzureConverter, azureNode } from './azure-node.js';
import { stateNonEmptyLists } from './whole-lists.js';

/** The kind of a node, the field with its id, the field of an entry with a directory object (the list is its plural), and the edge. */
type Relation = readonly [kind: string, id: string, item: string, edge: 'AZMemberOf' | 'AZOwns' | 'AZOwnsRaw'];

/** Owners of what may not be theirs to control are stated as such; the analysis decides. Owners of applications control them. */
const listsOf = { AZMemberOf: ['AZMemberOf'], AZOwns: ['AZOwns'], AZOwnsRaw: ['AZOwnsRaw', 'AZOwns'] } as const;

/** Lists of directory objects with the same relation to one node, by the kind of the record. */
const relations: Readonly<Record<string, Relation>> = {
  AZGroupMember: ['AZGroup', 'groupId', 'member', 'AZMemberOf'],
  AZGroupOwner: ['AZGroup', 'groupId', 'owner', 'AZOwnsRaw'],
  AZAppOwner: ['AZApp', 'appId', 'owner', 'AZOwns'],
  AZServicePrincipalOwner: ['AZServicePrincipal', 'servicePrincipalId', 'owner', 'AZOwnsRaw'],
  AZDeviceOwner: ['AZDevice', 'deviceId', 'owner', 'AZOwnsRaw'],
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

/**
 * The record and each entry contain the id of the node. The id in the record is used, because the entries of AZAppOwner contain the
 * object id of the app, which is not the id of its node.
 */
function stateRelation(data: Fields, into: Statements, [kind, id, item, edge]: Relation): void {
  const owner = azureNode(data.id(id), kind);
  stateNonEmptyLists(data, into, `${item}s`, owner, listsOf[edge], (entry) =>
    into.link(directoryObject(entry, item), edge, owner ?? azureNode(entry.id(id), kind)),
  );
}

/** @returns undefined for types that are not in the graph, and without a type */
export function kindOfDirectoryObject(object: Fields): string | undefined {
  return kindsByDirectoryType.get((object.text('@odata.type') ?? '').toLowerCase());
}

/** Null for types that are not in the graph, such as contacts. */
function directoryObject(entry: Fields, item: string): KnownEndpoint | null {
  const object = entry.object(item);
  const kind = object && kindOfDirectoryObject(object);
  const id = object?.id('id') ?? null;
  if (id === null && kind) entry.missing(`${item}.id`);
  return kind ? azureNode(id, kind) : null;
}
