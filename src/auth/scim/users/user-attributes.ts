import { isEmail } from 'class-validator';
import { isJsonObject, type JsonObject } from '../../../base/values/json-object.js';
import { accountName, accountNameAllowed } from '../../accounts/account.js';
import {
  attributesOf,
  invalidValue,
  type PatchOperation,
  type PatchPath,
  pathsOf,
  single,
  textOf,
} from '../patch/scim-patch.js';
import type { ScimFilter } from '../filter/scim-filter.js';

/** The attributes that are kept. Absent ones stay unchanged. */
export interface UserAttributes {
  readonly userName?: string;
  readonly externalId?: string | null;
  readonly active?: boolean;
  readonly firstName?: string | null;
  readonly lastName?: string | null;
  readonly email?: string | null;
}

type ReadAttribute = (value: unknown, place: string) => UserAttributes;

const readers: ReadonlyMap<string, ReadAttribute> = new Map<string, ReadAttribute>([
  ['username', (value, place) => ({ userName: nameOf(value, place) })],
  ['externalid', (value, place) => ({ externalId: textOf(value, place) })],
  ['active', (value, place) => ({ active: truthOf(value, place) })],
  ['name.givenname', (value, place) => ({ firstName: textOf(value, place) })],
  ['name.familyname', (value, place) => ({ lastName: textOf(value, place) })],
  ['name', (value, place) => partsOf(value, place)],
  ['emails', (value, place) => ({ email: firstEmail(value, place) })],
  ['emails.value', (value, place) => ({ email: emailOf(value, place) })],
]);

/** A resource as a provider sends it. @param isWhole whether what it lacks is removed @throws InvalidInputError */
export function userAttributes(body: JsonObject, isWhole: boolean): UserAttributes {
  const none: UserAttributes = isWhole ? { externalId: null, firstName: null, lastName: null, email: null } : {};
  return pathsOf(body, 'body').reduce((all, [path, value]) => ({ ...all, ...attribute(path, value, 'body') }), none);
}

/** @throws InvalidInputError */
export function patchedAttributes(operations: readonly PatchOperation[]): UserAttributes {
  return operations.reduce((all, it) => ({ ...all, ...patched(it) }), {});
}

function patched(operation: PatchOperation): UserAttributes {
  const { op, path, value, place } = operation;
  if (!path)
    return attributesOf(operation).reduce((all, [it, given]) => ({ ...all, ...attribute(it, given, place) }), {});
  if (op !== 'remove') return attribute(path, value, place);
  if (['username', 'active'].includes(path.attribute)) throw invalidValue(place, `${path.attribute} cannot be removed`);
  return attribute(path, path.attribute === 'name' && path.part === undefined ? noName : null, place);
}

const noName = { givenName: null, familyName: null };

/** Attributes that this service does not keep are ignored, as are addresses of another sort than the one for work. */
function attribute({ attribute: name, filter, part }: PatchPath, value: unknown, place: string): UserAttributes {
  if (filter && !(name === 'emails' && isForWork(filter))) return {};
  const read = readers.get(part === undefined ? name : `${name}.${part}`);
  return read ? read(value, `${place}.${name}${part === undefined ? '' : `.${part}`}`) : {};
}

function isForWork(filter: ScimFilter): boolean {
  if ('all' in filter) return filter.all.some(isForWork);
  if (!('attribute' in filter) || filter.operator !== 'eq') return false;
  if (filter.attribute === 'type') return String(filter.value).toLowerCase() === 'work';
  return filter.attribute === 'primary' && String(filter.value).toLowerCase() === 'true';
}

function nameOf(value: unknown, place: string): string {
  const name = textOf(value, place) ?? '';
  if (!accountName.test(name))
    throw invalidValue(place, `${JSON.stringify(name)} is not valid; it takes ${accountNameAllowed}`);
  return name;
}

/** Entra ID sends "True" and "False". */
function truthOf(value: unknown, place: string): boolean {
  const text = String(single(value)).toLowerCase();
  if (text === 'true' || text === 'false') return text === 'true';
  throw invalidValue(place, 'takes true or false');
}

function partsOf(value: unknown, place: string): UserAttributes {
  if (value === null) return { firstName: null, lastName: null };
  if (!isJsonObject(value)) throw invalidValue(place, 'takes an object, such as {"givenName": "Ada"}');
  return pathsOf(value, place).reduce(
    (all, [path, part]) => ({
      ...all,
      ...attribute({ ...path, attribute: 'name', part: path.attribute }, part, place),
    }),
    {},
  );
}

const mostEmails = 20;

/** Of several addresses the one for work, or the primary one, or the first. */
function firstEmail(value: unknown, place: string): string | null {
  const all: unknown[] = [value ?? []].flat();
  if (all.length > mostEmails) throw invalidValue(place, `takes at most ${mostEmails} addresses`);
  const entries = all.map((it) => (isJsonObject(it) ? it : { value: it }));
  const best =
    entries.find((it) => String(it['type']).toLowerCase() === 'work') ??
    entries.find((it) => String(it['primary']).toLowerCase() === 'true') ??
    entries[0];
  return best ? emailOf(best['value'], place) : null;
}

function emailOf(value: unknown, place: string): string | null {
  const text = textOf(value, place);
  if (text === null || isEmail(text)) return text;
  throw invalidValue(place, `${JSON.stringify(text)} is no email address`);
}
