import type { Direction } from '../memory/memory-graph.js';
import type { PropertyType } from './known-properties.js';

/** Of texts: how they begin and end. They take several values, and the ones with `n` are the complements of the others. */
export const textPredicates = ['starts', 'nstarts', 'ends', 'nends'] as const;
type TextPredicate = (typeof textPredicates)[number];

export type ConditionPredicate = 'eq' | '~eq' | 'neq' | 'gt' | 'gte' | 'lt' | 'lte' | TextPredicate;

/** A condition on a node. Plain data, so that a message can carry it. */
export type Condition = PropertyCondition | EdgeCondition | PlaceCondition | GroupCondition;

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

/** The node is a direct member of one of these groups, or of none. */
export interface GroupCondition {
  /** Ids of groups. */
  readonly groups: readonly number[];
  readonly isMember: boolean;
}

export interface PropertyCondition {
  /** One of them meets the condition; of a complement (`neq`, `nstarts`, `nends`) each of them. */
  readonly properties: readonly string[];
  readonly predicate: ConditionPredicate;
  /**
   * Times are in milliseconds since 1970, or `never`: one that is there and means never. Null: the property is absent, null, or a time that
   * means never.
   */
  readonly value: string | number | boolean | readonly string[] | null;
  /** Null: not known; the value is a text then, and is compared by the type of the stored value. */
  readonly type: PropertyType | null;
}

/** Of the kinds that conditions name; undefined if they name none. */
export function kindsVersionOf(where: readonly Condition[]): number | undefined {
  return where.find((it) => 'edge' in it)?.kindsVersion;
}

type Scalar = string | number | boolean;

const complements: ReadonlySet<ConditionPredicate> = new Set(['neq', 'nstarts', 'nends']);

/** Whether a predicate holds just if another one does not, also of a property that is absent. */
export function isComplement(predicate: ConditionPredicate): boolean {
  return complements.has(predicate);
}

/** Whether the stored properties of a node meet a condition. */
export function nodeMeets(condition: PropertyCondition, stored: Readonly<Record<string, unknown>>): boolean {
  const ofOne = (property: string) => meets(condition, stored[property]);
  const { properties, predicate } = condition;
  return isComplement(predicate) ? properties.every(ofOne) : properties.some(ofOne);
}

/** Whether a stored value meets a condition; one entry of a list is enough. `neq` is the complement of `eq` for single values, null included. */
export function meets({ predicate, value, type }: Omit<PropertyCondition, 'properties'>, stored: unknown): boolean {
  if (value === null) return isNull(stored, type) === (predicate === 'eq');
  if (value === never && type === 'time') return isNever(stored) === (predicate === 'eq');
  if (isNull(stored, type)) return isComplement(predicate);
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

/** A time that is there and means never. */
export const never = 'never';

function isNever(stored: unknown): boolean {
  return stored !== null && stored !== undefined && timeOf(stored) === null;
}

/** Collectors send texts or seconds since 1970; 0 and −1 mean never. */
function timeOf(stored: unknown): number | null {
  if (typeof stored === 'number') return stored > 0 ? stored * 1000 : null;
  const parsed = typeof stored === 'string' ? Date.parse(stored) : Number.NaN;
  return parsed > 0 ? parsed : null;
}

/** By the difference of the stored value and the wanted one: NaN if they cannot be compared. */
const holds: Readonly<Record<Exclude<ConditionPredicate, '~eq' | TextPredicate>, (difference: number) => boolean>> = {
  eq: (difference) => difference === 0,
  neq: (difference) => difference !== 0,
  gt: (difference) => difference > 0,
  gte: (difference) => difference >= 0,
  lt: (difference) => difference < 0,
  lte: (difference) => difference <= 0,
};

const beginsOrEnds: Readonly<Record<TextPredicate, (stored: string, texts: readonly string[]) => boolean>> = {
  starts: (stored, texts) => texts.some((text) => stored.startsWith(text)),
  ends: (stored, texts) => texts.some((text) => stored.endsWith(text)),
  nstarts: (...given) => !beginsOrEnds.starts(...given),
  nends: (...given) => !beginsOrEnds.ends(...given),
};

export function isTextPredicate(predicate: ConditionPredicate): predicate is TextPredicate {
  return predicate in beginsOrEnds;
}

function meetsOne(predicate: ConditionPredicate, wanted: Scalar | readonly string[], stored: Scalar | null): boolean {
  if (isTextPredicate(predicate) || typeof wanted === 'object') {
    if (typeof stored !== 'string') return isComplement(predicate);
    return isTextPredicate(predicate) && typeof wanted === 'object' && beginsOrEnds[predicate](stored, wanted);
  }
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
