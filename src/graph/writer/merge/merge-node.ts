import { firstForeignKind, Kind } from '../../kinds/kind-catalogue.js';
import { storableText } from '../../../database/sql/storable.js';
import { storedJson } from '../../store/stored-json.js';
import { carrierKinds, secondaryKinds } from '../../kinds/kind-definitions.js';

/** The part of a node that statements change. */
export interface NodeContent {
  /** Each once, carriers last. */
  readonly kinds: readonly number[];
  readonly described: boolean;
  readonly props: Readonly<Record<string, unknown>>;
}

const carriers: ReadonlySet<number> = new Set(carrierKinds);
const secondary: ReadonlySet<number> = new Set(secondaryKinds);

export const noProps: NodeContent['props'] = {};

/** Characters of a name or environment that are stored. An index has a limit. */
const indexedLength = 500;

/**
 * Merges one statement about a node into it. Kinds add up; those of a first description lead. Properties of a description replace
 * older ones; those of a mention only add to a described node.
 * @returns one of the two objects if it has all
 */
export function mergeNode(old: NodeContent | null, stated: NodeContent): NodeContent {
  if (!old) {
    const [kinds, props] = [ordered(stated.kinds), first(stated.props)];
    return kinds === stated.kinds && props === stated.props ? stated : { ...stated, kinds, props };
  }
  const leads = stated.described && !old.described;
  const kinds = mergeKinds(old.kinds, stated.kinds, leads);
  const props = mergeProps(old.props, stated.props, old.described && !stated.described);
  if (kinds === old.kinds && props === old.props && !leads) return old;
  return { kinds, described: old.described || stated.described, props };
}

/** As {@link mergeNode}, with a mention without properties. */
export function mergeMention(old: NodeContent | null, stated: readonly number[]): NodeContent {
  if (!old) return { kinds: ordered(stated), described: false, props: noProps };
  const kinds = mergeKinds(old.kinds, stated, false);
  return kinds === old.kinds ? old : { kinds, described: old.described, props: old.props };
}

/** Security identifiers without a domain, such as `S-1-5-32-581`: several domains describe an object with this id. */
export function isOfSeveralDomains(objectid: string): boolean {
  return objectid.startsWith('S-1-') && !objectid.startsWith('S-1-5-21-');
}

/**
 * Whether these are descriptions by two domains, of which the first has the lesser id. The properties of an object of several domains
 * are those that this domain states, so that the order of the files does not matter.
 */
export function precedes(one: NodeContent, other: NodeContent): boolean {
  if (!one.described || !other.described) return false;
  const [domain, otherDomain] = [environmentOf(one.props), environmentOf(other.props)];
  return domain !== null && otherDomain !== null && domain < otherDomain;
}

/** The kind that is shown: the first kind of the catalogue, else a secondary, a foreign or a carrier kind. */
export function primaryKind(kinds: readonly number[]): number {
  let shown: number = Kind.Unknown;
  let best = Infinity;
  for (const kind of kinds) {
    const rank = carriers.has(kind) ? 4 : kind >= firstForeignKind ? 3 : secondary.has(kind) ? 2 : 1;
    if (rank < best) [shown, best] = [kind, rank];
  }
  return shown;
}

/** The property `name`, or the object id. */
export function nameOf(objectid: string, props: NodeContent['props']): string {
  return (textOf(props['name']) || objectid).slice(0, indexedLength);
}

/** Object id of the tenant or domain of a node; null if its properties name neither. */
export function environmentOf(props: NodeContent['props']): string | null {
  const id = textOf(props['tenantid']) || textOf(props['domainsid']);
  return id ? id.toUpperCase().slice(0, indexedLength) : null;
}

function mergeKinds(old: readonly number[], stated: readonly number[], leads: boolean): readonly number[] {
  if (leads) return ordered([...stated, ...old]);
  for (const kind of stated) if (!old.includes(kind)) return ordered([...old, ...stated]);
  return old;
}

/** The properties of a first statement. */
function first(props: NodeContent['props']): NodeContent['props'] {
  return Object.values(props).every((value) => value !== null && stored(value) === value)
    ? props
    : mergeProps({}, props, false);
}

function mergeProps(old: NodeContent['props'], stated: NodeContent['props'], adds: boolean): NodeContent['props'] {
  const news: [string, unknown][] = [];
  for (const key of Object.keys(stated)) {
    const value = stored(stated[key]);
    if (value === null || (Object.hasOwn(old, key) && (adds || isSame(old[key], value)))) continue;
    news.push([key, value]);
  }
  return news.length > 0 ? { ...old, ...Object.fromEntries(news) } : old;
}

/** As PostgreSQL returns it. */
function stored(value: unknown): unknown {
  return typeof value === 'string' ? storableText(value) : (value ?? null);
}

function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  return typeof one === 'object' && JSON.stringify(one) === storedJson(JSON.stringify(other));
}

function ordered(kinds: readonly number[]): readonly number[] {
  if (isOrdered(kinds)) return kinds;
  const each = kinds.filter((kind, index) => kinds.indexOf(kind) === index);
  return [...each.filter((kind) => !carriers.has(kind)), ...each.filter((kind) => carriers.has(kind))];
}

function isOrdered(kinds: readonly number[]): boolean {
  return kinds.every(
    (kind, index) =>
      kinds.indexOf(kind) === index && (index === 0 || carriers.has(kind) || !carriers.has(kinds[index - 1] ?? kind)),
  );
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  return value === undefined || value === null ? '' : JSON.stringify(value);
}
