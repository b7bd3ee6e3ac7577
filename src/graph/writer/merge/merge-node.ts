import { upperCase } from '../../../base/values/upper-case.js';
import { storableText } from '../../../database/sql/storable.js';
import { storedJson } from '../../store/stored-json.js';
import type { KindLists } from './kind-lists.js';
import { type NodeContent, noProps } from './merged-node.js';

/** Characters of a name or environment that are stored. An index has a limit. */
const indexedLength = 500;

/**
 * Merges one statement about a node into it. Kinds add up; a first description has the first. Properties of a description replace
 * older ones; properties of a mention only add to a described node.
 * @param erased properties that a description states to have no value
 * @returns one of the two objects if it has all
 */
export function mergeNode(
  lists: KindLists,
  old: NodeContent | null,
  stated: NodeContent,
  erased: readonly string[] = [],
): NodeContent {
  if (!old) {
    const props = first(stated.props);
    return props === stated.props ? stated : { ...stated, props };
  }
  const leads = stated.described && !old.described;
  const kinds = lists.merged(old.kinds, stated.kinds, leads);
  const kept = without(old.props, erased, stated.props);
  const props = mergeProps(kept, stated.props, old.described && !stated.described);
  if (kinds === old.kinds && props === old.props && !leads) return old;
  return { kinds, described: old.described || stated.described, props };
}

/** Security identifiers without a domain, such as `S-1-5-32-581`: several domains describe an object with this id. */
export function isOfSeveralDomains(objectid: string): boolean {
  return objectid.startsWith('S-1-') && !objectid.startsWith('S-1-5-21-');
}

/**
 * Whether these are descriptions by two domains, and the first has the lesser id. The properties of an object of several domains
 * are those that this domain states, so that the order of the files does not matter.
 */
export function precedes(one: NodeContent, other: NodeContent): boolean {
  if (!one.described || !other.described) return false;
  const [domain, otherDomain] = [environmentOf(one.props), environmentOf(other.props)];
  return domain !== null && otherDomain !== null && domain < otherDomain;
}

/** The property `name`, or the object id. */
export function nameOf(objectid: string, props: NodeContent['props']): string {
  return (textOf(props['name']) || objectid).slice(0, indexedLength);
}

/** Object id of the environment of a node; null if its properties name none. Nodes of OpenGraph name it as the file has it. */
export function environmentOf(props: NodeContent['props']): string | null {
  const { environmentid: own } = props;
  if (typeof own === 'string' && own !== '') return own.slice(0, indexedLength);
  const id = textOf(props['tenantid']) || textOf(props['domainsid']);
  return id ? upperCase(id).slice(0, indexedLength) : null;
}

/** The properties of a first statement. */
function first(props: NodeContent['props']): NodeContent['props'] {
  return Object.values(props).every((value) => value !== null && stored(value) === value)
    ? props
    : mergeProps({}, props, false);
}

/** @param stated has the last word on a property that a record states twice */
function without(
  props: NodeContent['props'],
  erased: readonly string[],
  stated: NodeContent['props'],
): NodeContent['props'] {
  const gone = erased.filter((key) => Object.hasOwn(props, key) && !Object.hasOwn(stated, key));
  if (gone.length === 0) return props;
  return Object.fromEntries(Object.entries(props).filter(([key]) => !gone.includes(key)));
}

function mergeProps(old: NodeContent['props'], stated: NodeContent['props'], adds: boolean): NodeContent['props'] {
  if (stated === noProps) return old;
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

function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  return value === undefined || value === null ? '' : JSON.stringify(value);
}
