import type { Endpoint, KnownEndpoint } from '../../../graph/records.js';
import type { Fields } from '../../records/fields.js';
import { isTooLong } from '../../records/identifier.js';

const BASE = 'Base';

const adKinds = [
  'User',
  'Group',
  'Computer',
  'Domain',
  'OU',
  'Container',
  'GPO',
  'ADLocalGroup',
  'ADLocalUser',
  'AIACA',
  'RootCA',
  'EnterpriseCA',
  'NTAuthStore',
  'CertTemplate',
  'IssuancePolicy',
] as const;
export type AdNodeKind = (typeof adKinds)[number];

type KindList = readonly [AdNodeKind, typeof BASE];

/** All nodes of a kind share one list, because a file mentions millions of them. */
const kindLists: ReadonlyMap<AdNodeKind, KindList> = new Map(adKinds.map((kind) => [kind, [kind, BASE]]));
const baseOnly: readonly string[] = [BASE];

/** Values of `ObjectType` and `PrincipalType`. Other values (Base, Configuration, Unknown) name no kind. */
const listsByType: ReadonlyMap<string, KindList | undefined> = new Map([
  ...[...kindLists].map(([kind, list]) => [kind.toLowerCase(), list] as const),
  ['localgroup', kindLists.get('ADLocalGroup')],
  ['localuser', kindLists.get('ADLocalUser')],
]);

/** @returns a node of the directory; null if the id is missing or too long. Without a kind it has the base kind only */
export function adNode(objectid: string | null, kind?: AdNodeKind): KnownEndpoint | null {
  return nodeOf(objectid, kind && kindLists.get(kind));
}

function nodeOf(objectid: string | null, kinds: readonly string[] = baseOnly): KnownEndpoint | null {
  return objectid === null || isTooLong(objectid) ? null : { objectid, kinds };
}

/** The node that two fields name. */
export function typedPrincipal(
  fields: Fields | null,
  idField = 'ObjectIdentifier',
  typeField = 'ObjectType',
): KnownEndpoint | null {
  return fields && nodeOf(fields.id(idField), listsByType.get(fields.text(typeField)?.toLowerCase() ?? ''));
}

const explicitName = 'DN=';
const distinguishedName = /^(CN|OU|DC)=[^,]*,.*DC=/;

/**
 * A member of a group. If the collector could not resolve its id, the id is a distinguished name. It refers to the node with this
 * name, or to a new node with the name as its id.
 */
export function groupMember(fields: Fields): Endpoint | null {
  const node = typedPrincipal(fields);
  if (!node) {
    return null;
  }
  const name = node.objectid.startsWith(explicitName) ? node.objectid.slice(explicitName.length) : node.objectid;
  return distinguishedName.test(name)
    ? { match: [{ key: 'distinguishedname', value: name }], otherwise: { objectid: name, kinds: node.kinds } }
    : node;
}
