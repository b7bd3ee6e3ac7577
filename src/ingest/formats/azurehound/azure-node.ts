import type { KnownEndpoint } from '../../../graph/records.js';
import type { Fields } from '../../records/fields.js';
import type { GraphPart } from '../../records/graph-parts.js';
import { identifierOf, isTooLong } from '../../records/identifier.js';

const AZ_BASE = 'AZBase';

export type AzureConverter = (data: Fields) => Iterable<GraphPart>;

/** A node of the cloud; null where there is no id, or one put together that is too long. Without a kind it carries the base kind only. */
export function azureNode(objectid: string | null, kind: string | null = null): KnownEndpoint | null {
  return objectid === null || isTooLong(objectid)
    ? null
    : { objectid, kinds: kind === null ? [AZ_BASE] : [kind, AZ_BASE] };
}

/** A principal whose kind the record does not say: the record that describes it will. */
export function principal(fields: Fields | null, field: string): KnownEndpoint | null {
  return fields && azureNode(fields.id(field));
}

/** The id of the tenant of a record, bare. */
export function tenantId(data: Fields): string | null {
  return lastSegment(data.id('tenantId'));
}

export function tenant(data: Fields): KnownEndpoint | null {
  return azureNode(tenantId(data), 'AZTenant');
}

/** The last part of a path: role definitions and tenants are written bare or as the path of a resource. */
export function lastSegment(path: string | null): string | null {
  return identifierOf(path?.split('/').filter(Boolean).at(-1) ?? '');
}

const SUBSCRIPTIONS = '/SUBSCRIPTIONS/';

/** A subscription's id is written bare or as a path, depending on the field and on the release; the node's key is the path. */
export function subscriptionPath(id: string | null): string | null {
  return id === null || id.startsWith('/') ? withoutEndSlash(id) : SUBSCRIPTIONS + id;
}

function withoutEndSlash(path: string | null): string | null {
  return path?.replace(/\/+$/, '') ?? null;
}

/** Whether two resource ids, upper-cased already, are the same. */
export function isSameResource(one: string | null, other: string | null): boolean {
  return one !== null && other !== null && withoutEndSlash(one) === withoutEndSlash(other);
}
