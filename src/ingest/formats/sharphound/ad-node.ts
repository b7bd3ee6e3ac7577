import type { KnownEndpoint, MatchedEndpoint } from '../../../graph/records.js';
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
] as const;
export type AdNodeKind = (typeof adKinds)[number];

type KindList = readonly [AdNodeKind, typeof BASE];

/** All nodes of a kind share one list, because a file mentions millions of them. */
const kindLists: ReadonlyMap<AdNodeKind, KindList> = new Map(adKinds.map((kind) => [kind, [kind, BASE]]));
const baseOnly: readonly string[] = [BASE];

/** Values of `ObjectType` and `PrincipalType`. Other values (Base, Configuration, Unknown) name no kind. */
const listsByType: ReadonlyMap<string, KindList | undefined> = new Map([
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

/** Mentions the node that the fields name. @returns {@link NOBODY} if its id is missing or too long */
export function mentionTyped(into: Statements, fields: Fields): number {
  const objectid = fields.id('ObjectIdentifier');
  const kinds = kindsOfType(fields.text('ObjectType'));
  return objectid === null ? NOBODY : into.mention(objectid, kinds);
}

/** Mentions a node of a kind. @returns {@link NOBODY} without an id */
export function mention(into: Statements, objectid: string | null, kind: AdNodeKind): number {
  const node = adNode(objectid, kind);
  return node ? into.mention(node.objectid, node.kinds) : NOBODY;
}

/** The node that the fields name. */
export function typedPrincipal(fields: Fields | null): KnownEndpoint | null {
  if (!fields) return null;
  const [objectid, kinds] = [fields.id('ObjectIdentifier'), kindsOfType(fields.text('ObjectType'))];
  return objectid === null ? null : { objectid, kinds };
}

const explicitName = 'DN=';
const distinguishedName = /^(CN|OU|DC)=[^,]*,.*DC=/;

/** The distinguished name that a collector writes instead of the id of a member that it could not resolve; null if it has an id. */
function nameOfMember(member: Fields): string | null {
  const given = member.value('ObjectIdentifier');
  if (typeof given !== 'string' || !given.includes('=')) return null;
  const objectid = member.id('ObjectIdentifier') ?? '';
  const name = objectid.startsWith(explicitName) ? objectid.slice(explicitName.length) : objectid;
  return distinguishedName.test(name) ? name : null;
}

/** Whether a group has members that it names by their distinguished names. */
export function hasNamedMembers(group: Fields): boolean {
  let hasNamed = false;
  group.withoutReports().each('Members', (member) => {
    hasNamed ||= nameOfMember(member) !== null;
  });
  return hasNamed;
}

/**
 * The member of a group that is named by its distinguished name: the node with this name, or a new node with the name as its id. Null
 * if the member has an id.
 */
export function namedMember(member: Fields): MatchedEndpoint | null {
  const name = nameOfMember(member);
  if (name === null) return null;
  const kinds = kindsOfType(member.text('ObjectType'));
  return { match: [{ key: 'distinguishedname', value: name }], otherwise: { objectid: name, kinds } };
}
