import { CypherError } from '../cypher-error.js';
import { type Budget, stepsOfSearch } from './budget.js';
import type { QueryGraph } from '../data/query-graph.js';
import type { Properties } from './properties.js';
import { durationFrom, timeOf } from './times.js';
import {
  DateValue,
  EdgeValue,
  isList,
  isNumber,
  type MapValue,
  NodeValue,
  PathValue,
  TemporalValue,
  typeName,
  type Value,
} from '../data/values.js';

/** What functions read besides their arguments. */
export interface FunctionContext {
  readonly graph: QueryGraph;
  readonly properties: Properties;
  /** The same for all rows. */
  readonly now: number;
  readonly budget: Budget;
}

/** The types of arguments. `any` may be null; a function of the others has no value for null. */
interface Types {
  readonly any: Value;
  readonly value: NonNullable<Value>;
  readonly text: string;
  readonly number: bigint | number;
  readonly integer: number;
  readonly count: number;
  readonly list: readonly Value[];
  readonly sequence: readonly Value[] | string;
  readonly node: NodeValue;
  readonly relationship: EdgeValue;
  readonly entity: NodeValue | EdgeValue;
  readonly path: PathValue;
  readonly properties: MapValue | NodeValue | EdgeValue;
}

/** What an argument is called, and its value; undefined: it is of another type. */
const readers: {
  readonly [Type in keyof Types]: readonly [string, (value: NonNullable<Value>) => Types[Type] | undefined];
} = {
  any: ['a value', (it) => it],
  value: ['a value', (it) => it],
  text: ['a text', (it) => (typeof it === 'string' ? it : undefined)],
  number: ['a number', (it) => (isNumber(it) ? it : undefined)],
  integer: ['an integer', (it) => (typeof it === 'bigint' ? Number(it) : undefined)],
  count: ['an integer that is not negative', (it) => (typeof it === 'bigint' && it >= 0n ? Number(it) : undefined)],
  list: ['a list', (it) => (isList(it) ? it : undefined)],
  sequence: ['a list or a text', (it) => (isList(it) || typeof it === 'string' ? it : undefined)],
  node: ['a node', (it) => (it instanceof NodeValue ? it : undefined)],
  relationship: ['a relationship', (it) => (it instanceof EdgeValue ? it : undefined)],
  entity: ['a node or a relationship', (it) => (isEntity(it) ? it : undefined)],
  path: ['a path', (it) => (it instanceof PathValue ? it : undefined)],
  properties: ['a node, a relationship or a map', (it) => (isEntity(it) || it instanceof Map ? it : undefined)],
};

function isEntity(value: Value): value is NodeValue | EdgeValue {
  return value instanceof NodeValue || value instanceof EdgeValue;
}

type Call = (args: readonly Value[], context: FunctionContext) => Value;

interface FunctionDefinition {
  readonly least: number;
  readonly most: number;
  readonly call: Call;
}

const definitions = new Map<string, FunctionDefinition>();

/** Names as documents write them. */
export const functionNames: string[] = [];

/** @param name in lower case */
export function functionNamed(name: string): FunctionDefinition | undefined {
  return definitions.get(name);
}

function add(names: string, definition: FunctionDefinition): void {
  for (const name of names.split(' ')) {
    functionNames.push(name);
    definitions.set(name.toLowerCase(), definition);
  }
}

/** A question mark follows the type of an argument that may be absent. */
type Argument<Name> = Name extends `${infer Type extends keyof Types}?`
  ? Types[Type] | undefined
  : Name extends keyof Types
    ? Types[Name]
    : never;
type Word = keyof Types | `${keyof Types}?`;
type Arguments<Words extends readonly Word[]> = { -readonly [At in keyof Words]: Argument<Words[At]> };

function define<const Words extends readonly Word[]>(
  names: string,
  words: Words,
  compute: (args: Arguments<Words>, context: FunctionContext) => Value,
): void {
  const types = words.map((word) => word.replace('?', '')).filter(isType);
  const call: Call = (values, context) => {
    if (values.some((value, index) => value === null && types[index] !== 'any')) return null;
    const args: unknown[] = values.map((value, index) => (value === null ? null : read(types[index]!, value)));
    return Reflect.apply(compute, undefined, [args, context]);
  };
  const least = words.filter((word) => !word.endsWith('?')).length;
  add(names, { least, most: words.length, call });
}

function isType(word: string): word is keyof Types {
  return Object.hasOwn(readers, word);
}

function read(type: keyof Types, value: NonNullable<Value>): unknown {
  const [expected, reader] = readers[type];
  const result = reader(value);
  if (result !== undefined) return result;
  throw new CypherError('type', `expected ${expected}, found ${typeof value === 'bigint' ? value : typeName(value)}`);
}

add('coalesce', {
  least: 1,
  most: Infinity,
  call: (args) => args.find((arg) => arg !== null) ?? null,
});
define('exists', ['any'], ([value]) => value !== null);

define('labels', ['node'], ([{ node }], context) => made(context.graph.labelsOf(node), context));
define('type', ['relationship'], ([{ kind }], { graph }) => graph.kindName(kind));
define('id', ['entity'], ([entity], context) => BigInt(idOf(entity, context)));
define('elementId', ['entity'], ([entity], context) => String(idOf(entity, context)));
define('startNode', ['relationship'], ([{ source }]) => new NodeValue(source));
define('endNode', ['relationship'], ([{ target }]) => new NodeValue(target));
define('nodes', ['path'], ([path]) => path.nodes);
define('relationships rels', ['path'], ([path]) => path.edges);
define('length', ['path'], ([path]) => BigInt(path.edges.length));
define('properties', ['properties'], ([of], context) => mapOf(of, context));
define('keys', ['properties'], ([of], context) => made([...mapOf(of, context).keys()], context));

function idOf(entity: NodeValue | EdgeValue, { graph }: FunctionContext): number {
  return entity instanceof NodeValue ? graph.idOf(entity.node) : graph.idOfEdge(entity);
}

function mapOf(value: Types['properties'], { properties }: FunctionContext): MapValue {
  return isEntity(value) ? properties.of(value) : value;
}

/** Counts a list that is made. */
function made(list: readonly Value[], { budget }: FunctionContext): readonly Value[] {
  budget.make(list.length);
  return list;
}

/** A copy of a part of a text. V8 would keep the whole text with it. */
function ownText(part: string): string {
  return Buffer.from(part, 'utf16le').toString('utf16le');
}

const changes: Readonly<Record<string, (text: string) => string>> = {
  'toUpper upper': (text) => text.toUpperCase(),
  'toLower lower': (text) => text.toLowerCase(),
  trim: (text) => text.trim(),
  lTrim: (text) => text.trimStart(),
  rTrim: (text) => text.trimEnd(),
};
for (const [names, change] of Object.entries(changes))
  define(names, ['text'], ([text], { budget }) => {
    budget.makeText(text.length);
    return ownText(change(text));
  });
define('replace', ['text', 'text', 'text'], ([whole, old, given], { budget }) => {
  budget.step(stepsOfSearch(whole, old));
  const most = Math.floor(whole.length / Math.max(old.length, 1)) + 1;
  budget.makeText(whole.length + most * given.length);
  return whole.replaceAll(old, () => given);
});
define('split', ['text', 'text'], ([whole, between], { budget }) => {
  budget.step(stepsOfSearch(whole, between));
  budget.make(Math.floor(whole.length / Math.max(between.length, 1)) + 1);
  budget.makeText(whole.length);
  return whole.split(between).map(ownText);
});
define('left', ['text', 'count'], ([text, length]) => ownText(text.slice(0, length)));
define('right', ['text', 'count'], ([text, length]) => ownText(text.slice(Math.max(text.length - length, 0))));
define('substring', ['text', 'count', 'count?'], ([text, from, length = Infinity]) =>
  ownText(text.slice(from, from + length)));
define('toString', ['value'], ([value]) => shownText(value));

define('reverse', ['sequence'], ([sequence], context) => {
  if (typeof sequence === 'string') context.budget.makeText(sequence.length);
  else context.budget.make(sequence.length);
  return typeof sequence === 'string' ? Array.from(sequence).toReversed().join('') : sequence.toReversed();
});
define('size', ['sequence'], ([sequence]) => BigInt(sequence.length));
define('isEmpty', ['sequence'], ([sequence]) => sequence.length === 0);
define('head', ['list'], ([list]) => list[0] ?? null);
define('last', ['list'], ([list]) => list.at(-1) ?? null);
define('tail', ['list'], ([list], context) => made(list.slice(1), context));
define('range', ['integer', 'integer', 'integer?'], ([first, last, step = 1], { budget }) => {
  if (step === 0) throw new CypherError('argument', 'the step of range() cannot be 0');
  const length = Math.max(Math.floor((last - first) / step) + 1, 0);
  budget.make(length);
  return Array.from({ length }, (_, index) => BigInt(first + index * step));
});

define('toInteger toInt', ['value'], ([value]) => {
  if (typeof value === 'bigint') return value;
  if (typeof value === 'boolean') return value ? 1n : 0n;
  if (typeof value === 'string' && /^\s*[+-]?\d+\s*$/.test(value)) return BigInt(value.trim().replace(/^\+/, ''));
  const number = floatOf(value);
  return Number.isFinite(number) ? BigInt(Math.trunc(number)) : null;
});
define('toFloat', ['value'], ([value]) => {
  const number = floatOf(value);
  return typeof value === 'string' && Number.isNaN(number) ? null : number;
});
define('toBoolean', ['value'], ([value]) => {
  if (typeof value === 'boolean') return value;
  if (typeof value === 'bigint') return value !== 0n;
  const word = String(read('text', value)).trim().toLowerCase();
  return word === 'true' ? true : word === 'false' ? false : null;
});

function floatOf(value: NonNullable<Value>): number {
  if (typeof value !== 'string') return Number(read('number', value));
  return value.trim() === '' ? NaN : Number(value);
}

/** The text of a value as `toString` makes it. */
export function shownText(value: Value): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'bigint' || typeof value === 'boolean') return String(value);
  if (typeof value === 'number') return Number.isInteger(value) ? value.toFixed(1) : String(value);
  if (value instanceof TemporalValue) return value.text;
  throw new CypherError('type', `expected a text, a number, a boolean or a point in time, found ${typeName(value)}`);
}

const { sqrt, exp, log, log10, sin, cos, tan, ceil, floor } = Math;
for (const [name, compute] of Object.entries({ sqrt, exp, log, log10, sin, cos, tan, ceil, floor }))
  define(name, ['number'], ([value]) => compute(Number(value)));
define('round', ['number', 'integer?'], ([value, digits = 0]) => {
  const scale = 10 ** digits;
  return Math.round(Number(value) * scale) / scale;
});
define('abs', ['number'], ([value]) => (value < 0 ? -value : value));
define('sign', ['number'], ([value]) => BigInt(Math.sign(Number(value))));
define('isNaN', ['number'], ([value]) => Number.isNaN(value));
define('rand', [], () => Math.random());
define('pi', [], () => Math.PI);
define('e', [], () => Math.E);

define('timestamp', [], (_, { now }) => BigInt(now));
define('datetime localdatetime', ['value?'], ([value], { now }) => timeOf(value, now));
define('duration', ['value'], ([value]) => durationFrom(value));
define('date', ['value?'], ([value], { now }) => new DateValue(timeOf(value, now).ms));
