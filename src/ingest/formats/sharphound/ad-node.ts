import type { Endpoint, KnownEndpoint } from '../../../graph/records.js';
import type { Fields } from '../../records/fields.js';
import { isTooLong } from '../../records/identifier.js';

const BASE = 'Base';

/** How kinds are spelt in `ObjectType` and `PrincipalType`; other words (Base, Configuration, Unknown) say nothing of the kind. */
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

/** A node of the directory; null where there is no id, or one put together that is too long. Without a kind it carries the base kind only. */
export function adNode(objectid: string | null, kind: string | null = null): KnownEndpoint | null {
  return objectid === null || isTooLong(objectid) ? null : { objectid, kinds: kind === null ? [BASE] : [kind, BASE] };
}

/** The node that a pair of fields (`ObjectIdentifier`/`ObjectType` unless named) points at. */
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
 * A member of a group. Where the collector could not resolve its id, the id is its distinguished name: then the node that has this
 * name is meant, and only where none has it, a node with that id.
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
