import type { KnownEndpoint } from '../../../graph/records.js';
import type { Statements } from '../../../graph/statements.js';
import type { Fields } from '../../records/fields.js';
import { identifierOf, isTooLong } from '../../records/identifier.js';

const AZ_BASE = 'AZBase';

/** States the contents of one record. */
export type AzureConverter = (data: Fields, into: Statements) => void;

/** By kind. All nodes of a kind share one list, because a batch knows a list by its identity. */
const kindLists = new Map<string | null, readonly string[]>();

/** @returns a node of the cloud; null if the id is missing or too long. Without a kind it has the base kind only */
export function azureNode(objectid: string | null, kind: string | null = null): KnownEndpoint | null {
  if (objectid === null || isTooLong(objectid)) return null;
  let kinds = kindLists.get(kind);
  if (!kinds) kindLists.set(kind, (kinds = kind === null ? [AZ_BASE] : [kind, AZ_BASE]));
  return { objectid, kinds };
}

/** A principal of unknown kind. The record of the principal has its kind. */
export function principal(fields: Fields | null, field: string): KnownEndpoint | null {
  return fields && azureNode(fields.idOfPart(field));
}

/** The id of the tenant of a record, without a path. */
export function tenantId(data: Fields): string | null {
  return lastSegment(data.id('tenantId'));
}

export function tenant(data: Fields): KnownEndpoint | null {
  return azureNode(tenantId(data), 'AZTenant');
}

/** The last part of a path. Ids of role definitions and tenants occur with and without a path. */
export function lastSegment(path: string | null): string | null {
  return identifierOf(path?.split('/').filter(Boolean).at(-1) ?? '');
}

const SUBSCRIPTIONS = '/SUBSCRIPTIONS/';

/** The id of a subscription with its path. Depending on the field and the release, collectors omit the path. */
export function subscriptionPath(id: string | null): string | null {
  return id === null || id.startsWith('/') ? withoutEndSlash(id) : SUBSCRIPTIONS + id;
}

function withoutEndSlash(path: string | null): string | null {
  return path?.replace(/\/+$/, '') ?? null;
}

/** Whether two resource ids in upper case are equal. */
export function isSameResource(one: string | null, other: string | null): boolean {
  return one !== null && other !== null && withoutEndSlash(one) === withoutEndSlash(other);
}
