import { uuid } from '../../../base/values/uuid.js';
import { isJsonObject, type JsonObject } from '../../../base/values/json-object.js';
import type { ScimFilter } from '../filter/scim-filter.js';
import {
  attributesOf,
  invalidValue,
  type PatchOperation,
  type PatchPath,
  pathsOf,
  textOf,
} from '../patch/scim-patch.js';

/** A change of the members; `set` replaces all. */
export interface MemberChange {
  readonly op: 'add' | 'remove' | 'set';
  readonly ids: readonly string[];
}

/** Absent properties stay unchanged. */
export interface GroupChanges {
  readonly displayName?: string;
  readonly externalId?: string | null;
  /** In their order. */
  readonly members: readonly MemberChange[];
}

/** Most members of a group, and of one change. */
export const maxMembers = 10_000;

/** A group as a provider sends it; what it lacks is removed. @throws InvalidInputError */
export function wholeGroup(body: JsonObject): GroupChanges {
  const none: GroupChanges = { externalId: null, members: [{ op: 'set', ids: [] }] };
  return pathsOf(body, 'body').reduce(
    (all, [path, value]) => joined(all, attribute('replace', path, value, 'body')),
    none,
  );
}

/** @throws InvalidInputError */
export function patchedGroup(operations: readonly PatchOperation[]): GroupChanges {
  return operations.reduce<GroupChanges>((all, it) => joined(all, patched(it)), { members: [] });
}

function joined(all: GroupChanges, more: GroupChanges): GroupChanges {
  return { ...all, ...more, members: [...all.members, ...more.members] };
}

function patched(operation: PatchOperation): GroupChanges {
  const { op, path, value, place } = operation;
  if (path) return attribute(op, path, value, place);
  return attributesOf(operation).reduce<GroupChanges>(
    (all, [it, given]) => joined(all, attribute(op, it, given, place)),
    {
      members: [],
    },
  );
}

const unchanged: GroupChanges = { members: [] };

/** Attributes that this service does not keep are ignored. */
function attribute(op: PatchOperation['op'], path: PatchPath, value: unknown, place: string): GroupChanges {
  if (path.attribute === 'members') return { members: [memberChange(op, path, value, place)] };
  const given = op === 'remove' ? null : textOf(value, `${place}.${path.attribute}`);
  if (path.attribute === 'externalid') return { ...unchanged, externalId: given };
  if (path.attribute !== 'displayname') return unchanged;
  if (given === null) throw invalidValue(`${place}.displayName`, 'is required');
  return { ...unchanged, displayName: given };
}

function memberChange(op: PatchOperation['op'], { filter }: PatchPath, value: unknown, place: string): MemberChange {
  if (op === 'remove' && filter) return { op, ids: idsOfFilter(filter, place) };
  if (op === 'remove')
    return value === undefined || value === null ? { op: 'set', ids: [] } : { op, ids: ids(value, place) };
  return { op: op === 'add' ? 'add' : 'set', ids: ids(value, place) };
}

/** `members[value eq "…"]`, also several joined by `or`. */
function idsOfFilter(filter: ScimFilter, place: string): string[] {
  if ('any' in filter) return filter.any.flatMap((it) => idsOfFilter(it, place));
  if ('attribute' in filter && filter.attribute === 'value' && filter.operator === 'eq')
    return [idOf(filter.value, place)];
  throw invalidValue(`${place}.path`, 'names members by value eq alone');
}

function ids(value: unknown, place: string): string[] {
  const all: unknown[] = [value ?? []].flat();
  if (all.length > maxMembers) throw invalidValue(`${place}.members`, `takes at most ${maxMembers} members`);
  return [...new Set(all.map((it) => idOf(isJsonObject(it) ? it['value'] : it, place)))];
}

function idOf(value: unknown, place: string): string {
  if (typeof value === 'string' && uuid.test(value)) return value.toLowerCase();
  throw invalidValue(`${place}.members`, `${JSON.stringify(value)} is not the id of a user`);
}
