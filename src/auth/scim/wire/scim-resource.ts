import { hash } from 'node:crypto';
import { InvalidInputError, VersionChangedError } from '../../../base/errors.js';

export const userSchema = 'urn:ietf:params:scim:schemas:core:2.0:User';
export const groupSchema = 'urn:ietf:params:scim:schemas:core:2.0:Group';
const listSchema = 'urn:ietf:params:scim:api:messages:2.0:ListResponse';

/** A resource as an answer. The interceptor adds its address. */
export interface ScimResource {
  readonly schemas: readonly string[];
  readonly id: string;
  readonly meta: {
    readonly resourceType: 'User' | 'Group';
    readonly created: string;
    readonly lastModified: string;
    readonly version: string;
  };
}

export interface ScimList {
  readonly schemas: readonly string[];
  readonly totalResults: number;
  readonly startIndex: number;
  readonly itemsPerPage: number;
  readonly Resources: readonly ScimResource[];
}

type Unnamed = Omit<ScimResource, 'meta'> & { readonly meta: Omit<ScimResource['meta'], 'version'> };

/** Adds the name of the version, which follows from the content. */
export function withVersion<R extends Unnamed>(resource: R): R & ScimResource {
  const version = `W/"${hash('sha256', JSON.stringify(resource), 'base64url').slice(0, 22)}"`;
  return { ...resource, meta: { ...resource.meta, version } };
}

/** @param ifMatch names of versions, or `*` @throws VersionChangedError */
export function requireVersion({ meta: { version } }: ScimResource, ifMatch: string | undefined): void {
  if (ifMatch === undefined) return;
  const names = ifMatch.split(',').map((it) => it.trim());
  if (names.some((it) => it === '*' || bare(it) === bare(version))) return;
  throw new VersionChangedError(`the resource has the version ${version} now`);
}

function bare(name: string): string {
  return name.replace(/^W\//, '');
}

/** Most resources of an answer. */
export const maxResults = 200;

/** A part of a list. The first resource has the index 1. */
export interface ScimPage {
  readonly filter: string | undefined;
  readonly startIndex: number;
  readonly count: number;
}

type Query = Readonly<Record<string, string>>;

/** As RFC 7644, section 3.4.2.4, has it: numbers that are too small count as the smallest. @throws InvalidInputError */
export function pageOf({ filter, startIndex, count }: Query): ScimPage {
  return {
    filter,
    startIndex: Math.max(1, integer('startIndex', startIndex) ?? 1),
    count: Math.min(maxResults, Math.max(0, integer('count', count) ?? maxResults)),
  };
}

const maxIndex = 1_000_000_000;

function integer(name: string, text: string | undefined): number | undefined {
  if (text === undefined || text === '') return undefined;
  if (/^-?\d{1,9}$/.test(text)) return Math.min(Number(text), maxIndex);
  throw InvalidInputError.at('scim.invalid_value', `query.${name}`, 'takes an integer');
}

export function listOf(resources: readonly ScimResource[], totalResults: number, startIndex: number): ScimList {
  return { schemas: [listSchema], totalResults, startIndex, itemsPerPage: resources.length, Resources: resources };
}
