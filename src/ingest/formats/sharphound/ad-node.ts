import type { Endpoint, KnownEndpoint } from '../../../graph/records.js';
import type { Fields } from '../../records/fields.js';
import { isTooLong } from '../../records/identifier.js';

const BASE = 'Base';

/** Values of `ObjectType` and `PrincipalType`. Other values (Base, Configuration, Unknown) name no kind. */
const kindsByType = new Map(
  [
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
  ].map((kind) => [kind.toLowerCase(), kind]),
);
kindsByType.set('localgroup', 'ADLocalGroup');
kindsByType.set('localuser', 'ADLocalUser');

/** @returns a node of the directory; null if the id is missing or too long. Without a kind it has the base kind only */
export function adNode(objectid: string | null, kind: string | null = null): KnownEndpoint | null {
  return objectid === null || isTooLong(objectid) ? null : { objectid, kinds: kind === null ? [BASE] : [kind, BASE] };
}

/** The node that two fields name. */
export function typedPrincipal(
  fields: Fields | null,
  idField = 'ObjectIdentifier',
  typeField = 'ObjectType',
): KnownEndpoint | null {
  return fields && adNode(fields.id(idField), kindOf(fields.text(typeField)));
}

function kindOf(type: string | null): string | null {
  return kindsByType.get((type ?? '').toLowerCase()) ?? null;
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
