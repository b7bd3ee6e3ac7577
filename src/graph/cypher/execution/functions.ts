import { CypherError } from '../cypher-error.js';
import { type Budget, sizeOfText, stepsOfSearch } from './budget.js';
import { compare } from './compare.js';
import type { QueryGraph } from '../data/query-graph.js';
import type { Properties } from './properties.js';
import {
  DateTimeValue,
  DateValue,
  EdgeValue,
  isList,
  isNumber,
  NodeValue,
  PathValue,
  typeName,
  type Value,
} from '../data/values.js';

/** What functions read besides their arguments. */
export interface Surroundings {
  readonly graph: QueryGraph;
  readonly properties: Properties;
  /** The same for all rows. */
  readonly now: number;
  readonly budget: Budget;
}

/** @param args none is null, unless the function takes nulls */
type Call = (args: readonly Value[], around: Surroundings) => Value;

interface Definition {
  readonly least: number;
  readonly most: number;
  readonly takesNull: boolean;
  readonly call: Call;
}

const defined = new Map<string, Definition>();

function define(names: string, least: number, most: number, call: Call, takesNull = false): void {
  for (const name of names.split(' ')) defined.set(name, { least, most, takesNull, call });
}

export function functionNamed(name: string): Definition | undefined {
  return defined.get(name);
}

function wrong(expected: string, value: Value): CypherError {
  return new CypherError('type', `expected ${expected}, found ${typeName(value)}`);
}

export function textOf(value: Value | undefined): string {
  if (typeof value === 'string') return value;
  throw wrong('a text', value ?? null);
}

function numberOf(value: Value | undefined): number {
  if (isNumber(value)) return Number(value);
  throw wrong('a number', value ?? null);
}

function integerOf(value: Value | undefined): number {
  if (typeof value === 'bigint') return Number(value);
  throw wrong('an integer', value ?? null);
}

function listOf(value: Value | undefined): readonly Value[] {
  if (isList(value)) return value;
  throw wrong('a list', value ?? null);
}

function entityOf(value: Value | undefined): NodeValue | EdgeValue {
  if (value instanceof NodeValue || value instanceof EdgeValue) return value;
  throw wrong('a node or a relationship', value ?? null);
}

function edgeOf(value: Value | undefined): EdgeValue {
  if (value instanceof EdgeValue) return value;
  throw wrong('a relationship', value ?? null);
}

function pathOf(value: Value | undefined): PathValue {
  if (value instanceof PathValue) return value;
  throw wrong('a path', value ?? null);
}

/** All properties of a node, a relationship or a map. */
export function mapOf(value: Value, { properties }: Surroundings): ReadonlyMap<string, Value> {
  if (value instanceof Map) return value;
  return properties.of(entityOf(value));
}

define('coalesce', 1, Infinity, (args) => args.find((arg) => arg !== null) ?? null, true);
define('labels', 1, 1, ([node], { graph }) => {
  if (node instanceof NodeValue) return graph.labelsOf(node.node);
  throw wrong('a node', node ?? null);
});
define('type', 1, 1, ([edge], { graph }) => graph.kindName(edgeOf(edge).kind));
define('id', 1, 1, ([value], { graph }) => {
  const entity = entityOf(value);
  return BigInt(entity instanceof NodeValue ? graph.idOf(entity.node) : graph.idOfEdge(entity));
});
define('elementid', 1, 1, ([value], { graph }) => {
  const entity = entityOf(value);
  return String(entity instanceof NodeValue ? graph.idOf(entity.node) : graph.idOfEdge(entity));
});
define('startnode', 1, 1, ([edge]) => new NodeValue(edgeOf(edge).source));
define('endnode', 1, 1, ([edge]) => new NodeValue(edgeOf(edge).target));
define('nodes', 1, 1, ([path]) => pathOf(path).nodes);
define('relationships rels', 1, 1, ([path]) => pathOf(path).edges);
define('length', 1, 1, ([path]) => BigInt(pathOf(path).edges.length));
define('properties', 1, 1, ([value], around) => mapOf(value!, around));
define('keys', 1, 1, ([value], around) => made([...mapOf(value!, around).keys()], around));

/** Counts a list that is made. */
function made(list: readonly Value[], { budget }: Surroundings): readonly Value[] {
  budget.make(list.length);
  return list;
}

/** Counts a text before one of its size is made of it. */
function textToChange(value: Value | undefined, { budget }: Surroundings): string {
  const text = textOf(value);
  budget.make(sizeOfText(text));
  return text;
}

define('toupper upper', 1, 1, ([text], around) => textToChange(text, around).toUpperCase());
define('tolower lower', 1, 1, ([text], around) => textToChange(text, around).toLowerCase());
define('trim', 1, 1, ([text], around) => textToChange(text, around).trim());
define('ltrim', 1, 1, ([text], around) => textToChange(text, around).trimStart());
define('rtrim', 1, 1, ([text], around) => textToChange(text, around).trimEnd());
define('replace', 3, 3, ([text, from, to], { budget }) => {
  const [whole, old, given] = [textOf(text), textOf(from), textOf(to)];
  budget.step(stepsOfSearch(whole, old));
  const most = Math.floor(whole.length / Math.max(old.length, 1)) + 1;
  budget.make(sizeOfText(whole) + most * sizeOfText(given));
  return whole.replaceAll(old, () => given);
});
define('split', 2, 2, ([text, by], { budget }) => {
  const [whole, between] = [textOf(text), textOf(by)];
  budget.step(stepsOfSearch(whole, between));
  budget.make(Math.floor(whole.length / Math.max(between.length, 1)));
  return whole.split(between);
});
define('left', 2, 2, ([text, length]) => textOf(text).slice(0, countOf(length)));
define('right', 2, 2, ([text, length]) => {
  const whole = textOf(text);
  return whole.slice(Math.max(whole.length - countOf(length), 0));
});
define('substring', 2, 3, ([text, from, length]) => {
  const begin = countOf(from);
  return textOf(text).slice(begin, length === undefined ? undefined : begin + countOf(length));
});
define('reverse', 1, 1, ([value], around) => {
  if (isList(value)) return made(value.toReversed(), around);
  around.budget.make(textOf(value).length);
  return Array.from(textOf(value)).toReversed().join('');
});
define('size', 1, 1, ([value]) => {
  if (isList(value) || typeof value === 'string') return BigInt(value.length);
  throw wrong('a list or a text', value ?? null);
});
define('head', 1, 1, ([list]) => listOf(list)[0] ?? null);
define('last', 1, 1, ([list]) => listOf(list).at(-1) ?? null);
define('tail', 1, 1, ([list], around) => made(listOf(list).slice(1), around));

const mostRange = 2_000_000;
define('range', 2, 3, ([from, to, by = 1n], { budget }) => {
  const [first, last, step] = [integerOf(from), integerOf(to), integerOf(by)];
  if (step === 0) throw new CypherError('argument', 'the step of range() cannot be 0');
  const length = Math.max(Math.floor((last - first) / step) + 1, 0);
  if (length > mostRange) throw new CypherError('limit', `range() makes at most ${mostRange} numbers`);
  budget.make(length);
  return Array.from({ length }, (_, index) => BigInt(first + index * step));
});

function countOf(value: Value | undefined): number {
  const count = integerOf(value);
  if (count < 0) throw new CypherError('argument', `expected no negative number, found ${count}`);
  return count;
}

define('tostring', 1, 1, ([value]) => shownText(value!));
define('tointeger toint', 1, 1, ([value]) => {
  if (typeof value === 'bigint') return value;
  if (typeof value === 'boolean') return value ? 1n : 0n;
  const number = typeof value === 'string' ? parsed(value) : numberOf(value);
  if (typeof value === 'string' && /^\s*[+-]?\d+\s*$/.test(value)) return BigInt(value.trim().replace(/^\+/, ''));
  return Number.isFinite(number) ? BigInt(Math.trunc(number)) : null;
});
define('tofloat', 1, 1, ([value]) => {
  const number = typeof value === 'string' ? parsed(value) : numberOf(value);
  return typeof value === 'string' && Number.isNaN(number) ? null : number;
});
define('toboolean', 1, 1, ([value]) => {
  if (typeof value === 'boolean') return value;
  if (typeof value === 'bigint') return value !== 0n;
  const word = textOf(value).trim().toLowerCase();
  return word === 'true' ? true : word === 'false' ? false : null;
});

function parsed(text: string): number {
  return text.trim() === '' ? NaN : Number(text);
}

/** The text of a value as `toString` makes it. */
export function shownText(value: Value): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'bigint' || typeof value === 'boolean') return String(value);
  if (typeof value === 'number') return Number.isInteger(value) ? value.toFixed(1) : String(value);
  if (value instanceof DateTimeValue) return value.text;
  throw wrong('a text, a number, a boolean or a point in time', value);
}

const floats = { sqrt: Math.sqrt, exp: Math.exp, log: Math.log, log10: Math.log10, sin: Math.sin, cos: Math.cos };
for (const [name, compute] of Object.entries({ ...floats, tan: Math.tan, ceil: Math.ceil, floor: Math.floor }))
  define(name, 1, 1, ([value]) => compute(numberOf(value)));
define('round', 1, 2, ([value, digits = 0n]) => {
  const scale = 10 ** integerOf(digits);
  return Math.round(numberOf(value) * scale) / scale;
});
define('abs', 1, 1, ([value]) =>
  typeof value === 'bigint' ? (value < 0n ? -value : value) : Math.abs(numberOf(value)),
);
define('sign', 1, 1, ([value]) => BigInt(Math.sign(numberOf(value))));
define('rand', 0, 0, () => Math.random());
define('pi', 0, 0, () => Math.PI);
define('e', 0, 0, () => Math.E);

define('timestamp', 0, 0, (_, { now }) => BigInt(now));
define('datetime localdatetime', 0, 1, ([value], { now }) => timeOf(value, now));
define('date', 0, 1, ([value], { now }) => new DateValue(timeOf(value, now).ms));

function timeOf(value: Value | undefined, now: number): DateTimeValue {
  if (value === undefined) return new DateTimeValue(now);
  if (typeof value === 'string') return parsedTime(value);
  if (value instanceof DateTimeValue) return value;
  if (!(value instanceof Map)) throw wrong('a text or a map', value);
  return timeOfParts(value);
}

function parsedTime(text: string): DateTimeValue {
  const ms = Date.parse(/T.*(?:Z|[+-]\d\d:?\d\d)$/.test(text) || !text.includes('T') ? text : `${text}Z`);
  if (Number.isNaN(ms)) throw new CypherError('argument', `${JSON.stringify(text)} is no date: 2026-01-31T12:00:00Z`);
  return new DateTimeValue(ms);
}

function timeOfParts(parts: ReadonlyMap<string, Value>): DateTimeValue {
  const part = (name: string, otherwise: number) => (parts.has(name) ? numberOf(parts.get(name)) : otherwise);
  if (parts.has('epochSeconds')) return new DateTimeValue(part('epochSeconds', 0) * 1000);
  if (parts.has('epochseconds')) return new DateTimeValue(part('epochseconds', 0) * 1000);
  if (parts.has('epochMillis')) return new DateTimeValue(part('epochMillis', 0));
  const time = new Date(Date.UTC(1970, 0, 1, part('hour', 0), part('minute', 0), part('second', 0)));
  // Date.UTC takes years below 100 for those of the last century.
  return new DateTimeValue(time.setUTCFullYear(part('year', 1970), part('month', 1) - 1, part('day', 1)));
}

/** `datetime().epochseconds`. */
export function partOfTime({ ms }: DateTimeValue, key: string): Value {
  const date = new Date(ms);
  switch (key.toLowerCase()) {
    case 'epochseconds':
      return BigInt(Math.floor(ms / 1000));
    case 'epochmillis':
      return BigInt(Math.floor(ms));
    case 'year':
      return BigInt(date.getUTCFullYear());
    case 'month':
      return BigInt(date.getUTCMonth() + 1);
    case 'day':
      return BigInt(date.getUTCDate());
    case 'hour':
      return BigInt(date.getUTCHours());
    case 'minute':
      return BigInt(date.getUTCMinutes());
    case 'second':
      return BigInt(date.getUTCSeconds());
    default:
      return null;
  }
}

define('exists', 1, 1, ([value]) => value !== null, true);
define('isempty', 1, 1, ([value]) => (isList(value) ? value.length === 0 : textOf(value) === ''));
define('isnan', 1, 1, ([value]) => Number.isNaN(numberOf(value)));
define(' has', 2, 2, ([entity, wanted], around) => {
  const own = mapOf(entity!, around);
  return [...mapOf(wanted!, around)].every(([key, value]) => compare(own.get(key) ?? null, value, around.budget) === 0);
});
