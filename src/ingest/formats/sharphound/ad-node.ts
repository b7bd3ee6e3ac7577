import type { KnownEndpoint } from '../../../graph/records.js';
import { NOBODY, type Statements } from '../../../graph/statements.js';
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
  'Site',
  'SiteServer',
  'SiteSubnet',
] as const;
export type AdNodeKind = (typeof adKinds)[number];

/** All nodes of a kind share one list, because a file mentions millions of them. */
const kindLists: ReadonlyMap<string, readonly string[]> = new Map(adKinds.map((kind) => [kind, [kind, BASE]]));
const baseOnly: readonly string[] = [BASE];

/** Values of `ObjectType` and `PrincipalType`. Other values (Base, Configuration, Unknown) name no kind. */
const listsByType: ReadonlyMap<string, readonly string[] | undefined> = new Map([
  ...[...kindLists].map(([kind, list]) => [kind.toLowerCase(), list] as const),
  ...kindLists,
  ['localgroup', kindLists.get('ADLocalGroup')],
  ['localuser', kindLists.get('ADLocalUser')],
]);

/** @returns a node of the directory; null if the id is missing or too long. Without a kind it has the base kind only */
export function adNode(objectid: string | null, kind?: AdNodeKind): KnownEndpoint | null {
  const kinds = (kind && kindLists.get(kind)) ?? baseOnly;
  return objectid === null || isTooLong(objectid) ? null : { objectid, kinds };
}

/** @param type value of `ObjectType` or `PrincipalType` */
export function kindsOfType(type: string | null): readonly string[] {
  return (type !== null && (listsByType.get(type) ?? listsByType.get(type.toLowerCase()))) || baseOnly;
}

/** The node that the fields name; null if its id is missing or too long. */
export function typedNode(fields: Fields | null): KnownEndpoint | null {
  if (!fields) return null;
  const objectid = fields.idOfPart('ObjectIdentifier');
  const kinds = kindsOfType(fields.text('ObjectType'));
  return objectid === null ? null : { objectid, kinds };
}

/** @returns the number of the node; {@link NOBODY} if there is none */
export function mention(into: Statements, node: KnownEndpoint | null): number {
  return node ? into.mention(node.objectid, node.kinds) : NOBODY;
}

export function mentionTyped(into: Statements, fields: Fields | null): number {
  return mention(into, typedNode(fields));
}
