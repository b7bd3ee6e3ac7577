import type { Direction } from '../memory/memory-graph.js';
import type { PropertyType } from './known-properties.js';

export type ConditionPredicate = 'eq' | '~eq' | 'neq' | 'gt' | 'gte' | 'lt' | 'lte';

/** A condition on a node. Plain data, so that a message can carry it. */
export type Condition = PropertyCondition | EdgeCondition | PlaceCondition;

/** A condition on the number of edges of a kind, out of a node or into it. */
export interface EdgeCondition {
  readonly edge: number;
  /** Of the number of the kind. */
  readonly kindsVersion: number;
  readonly direction: Direction;
  readonly predicate: ConditionPredicate;
  readonly value: number;
}

/** The node is below a container, at any depth. */
export interface PlaceCondition {
  /** Id of the container. */
  readonly under: number;
}

export interface PropertyCondition {
  readonly property: string;
  readonly predicate: ConditionPredicate;
  /** Times are in milliseconds since 1970. Null: the property is absent, null, or a time that means never. */
  readonly value: string | number | boolean | null;
  /** Null: not known; the value is a text then, and is compared by the type of the stored value. */
  readonly type: PropertyType | null;
}

/** Of the kinds that conditions name; undefined if they name none. */
export function kindsVersionOf(where: readonly Condition[]): number | undefined {
  return where.find((it) => 'edge' in it)?.kindsVersion;
}

type Scalar = string | number | boolean;

/** Whether a stored value meets a condition; one entry of a list is enough. `neq` is the complement of `eq` for single values, null included. */
export function meets({ predicate, value, type }: Omit<PropertyCondition, 'property'>, stored: unknown): boolean {
  if (value === null) return isNull(stored, type) === (predicate === 'eq');
  if (isNull(stored, type)) return predicate === 'neq';
  const entries: readonly unknown[] = Array.isArray(stored) ? stored : [stored];
  return entries.some((entry) => meetsOne(predicate, value, scalarOf(entry, type)));
}

/** A stored value as conditions compare it: a time in milliseconds since 1970. Null if it has another type. */
function scalarOf(stored: unknown, type: PropertyType | null): Scalar | null {
  if (type === 'time') return timeOf(stored);
  if (typeof stored === 'boolean' || typeof stored === 'string') return stored;
  return typeof stored === 'number' ? stored : null;
}

function isNull(stored: unknown, type: PropertyType | null): boolean {
  if (Array.isArray(stored)) return false;
  return stored === null || stored === undefined || (type === 'time' && timeOf(stored) === null);
}

/** Collectors send texts or seconds since 1970; 0 and −1 mean never. */
function timeOf(stored: unknown): number | null {
  if (typeof stored === 'number') return stored > 0 ? stored * 1000 : null;
  const parsed = typeof stored === 'string' ? Date.parse(stored) : Number.NaN;
  return parsed > 0 ? parsed : null;
}

/** By the difference of the stored value and the wanted one: NaN if they cannot be compared. */
const holds: Readonly<Record<Exclude<ConditionPredicate, '~eq'>, (difference: number) => boolean>> = {
  eq: (difference) => difference === 0,
  neq: (difference) => difference !== 0,
  gt: (difference) => difference > 0,
  gte: (difference) => difference >= 0,
  lt: (difference) => difference < 0,
  lte: (difference) => difference <= 0,
};

function meetsOne(predicate: ConditionPredicate, wanted: Scalar, stored: Scalar | null): boolean {
  if (predicate === '~eq')
    return typeof stored === 'string' && stored.toLowerCase().includes(String(wanted).toLowerCase());
  const value = stored === null ? null : likeStored(wanted, stored);
  const difference = value === null || stored === null ? Number.NaN : differenceOf(stored, value);
  return holds[predicate](difference);
}

/** The wanted value as the type of the stored one; null if it is none of that type. */
function likeStored(wanted: Scalar, stored: Scalar): Scalar | null {
  if (typeof wanted === typeof stored) return wanted;
  if (typeof wanted !== 'string') return null;
  if (typeof stored === 'boolean') return /^(t|true|f|false)$/i.test(wanted) ? /^t/i.test(wanted) : null;
  return wanted.trim() === '' || Number.isNaN(Number(wanted)) ? null : Number(wanted);
}

function differenceOf(one: Scalar, other: Scalar): number {
  if (typeof one === 'string' && typeof other === 'string') return one < other ? -1 : Number(one > other);
  return Number(one) - Number(other);
}

/** Compares stored values for sorting. Null is not compared: it comes last in any order. */
export function compareStored(one: Scalar, other: Scalar): number {
  return typeof one === typeof other ? differenceOf(one, other) : typeof one < typeof other ? -1 : 1;
}

/** The value by which a node is sorted: the first entry of a list. */
export function sortedValue(stored: unknown, type: PropertyType | null): Scalar | null {
  return scalarOf(Array.isArray(stored) ? (stored[0] ?? null) : stored, type);
}
