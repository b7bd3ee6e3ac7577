import {
  DateTimeValue,
  EdgeValue,
  fromJson,
  isList,
  NodeValue,
  type Value,
} from '../../../src/graph/cypher/data/values.js';
import type { Call, Expression, NameGroups, Query } from '../../../src/graph/cypher/syntax/tree.js';
import type { PlainGraph } from '../plain-graph.js';
import { isEqual, shown } from './compare.js';
import { callFunction } from './functions.js';
import { not, operate, type Truth, truthOf } from './operators.js';

export type Row = ReadonlyMap<string, Value>;

/** What an expression reads besides its row. */
export interface Surroundings {
  readonly graph: PlainGraph;
  /** Milliseconds. */
  readonly now: number;
  /** JSON. */
  readonly parameters: Readonly<Record<string, unknown>>;
  /** The rows of a query that begins with one row. */
  readonly rowsOf: (query: Query, row: Row) => readonly Row[];
  /** Of the group of a row. */
  readonly aggregates: ReadonlyMap<Call, Value>;
}

/** Evaluates a part, with variables that only it sees. */
type Of = (part: Expression, locals?: Readonly<Record<string, Value>>) => Value;

type Evaluators = {
  readonly [Type in Expression['type']]: (
    expression: Extract<Expression, { type: Type }>,
    of: Of,
    row: Row,
    around: Surroundings,
  ) => Value;
};

/** The value of an expression for one row, as openCypher defines it: nothing is prepared, nothing is left out. */
export function evaluate(expression: Expression, row: Row, around: Surroundings): Value {
  const of: Of = (part, locals = {}) => evaluate(part, new Map([...row, ...Object.entries(locals)]), around);
  const evaluator = evaluators[expression.type] as Evaluators['literal'];
  return evaluator(expression as Extract<Expression, { type: 'literal' }>, of, row, around);
}

const evaluators: Evaluators = {
  literal: ({ value }) => value,
  parameter: ({ name }, _, __, { parameters }) => fromJson(parameters[name]),
  variable: ({ name }, _, row) => row.get(name) ?? null,
  property: ({ of: whole, key }, of, _, { graph }) => propertyOf(of(whole), key, graph),
  labels: ({ of: whole, labels }, of, _, { graph }) => hasLabels(of(whole), labels, graph),
  list: ({ items }, of) => items.map((item) => of(item)),
  map: ({ entries }, of) => new Map(entries.map(([key, value]) => [key, of(value)])),
  call: (call, of, _, { aggregates, graph, now }) => {
    const known = aggregates.get(call);
    if (known !== undefined) return known;
    const args = call.args.map((arg) => of(arg));
    return callFunction(call.name, args, graph, now);
  },
  unary: ({ operator, operand }, of) => {
    if (operator === 'NOT') return not(truthOf(of(operand)));
    if (operator === '+' || operator === '-') return operate('*', of(operand), operator === '-' ? -1n : 1n);
    return (of(operand) === null) === (operator === 'IS NULL');
  },
  binary: ({ operator, left, right }, of) => operate(operator, of(left), of(right)),
  chain: ({ operands, operators }, of) =>
    operators
      .map((operator, index) => operate(operator, of(operands[index]!), of(operands[index + 1]!)))
      .reduce((all, result) => operate('AND', all, result), true),
  index: ({ of: whole, index }, of) => {
    const [list, place] = [of(whole), of(index)];
    return isList(list) && typeof place === 'bigint' ? (list.at(Number(place)) ?? null) : null;
  },
  slice: ({ of: whole, from, to }, of) => {
    const list = of(whole);
    const [begin, end] = [from ? of(from) : 0n, to ? of(to) : BigInt(Number.MAX_SAFE_INTEGER)];
    return isList(list) && begin !== null && end !== null ? list.slice(Number(begin), Number(end)) : null;
  },
  case: ({ subject, branches, otherwise }, of) => {
    const value = subject ? of(subject) : true;
    const chosen = branches.find(([when]) => isEqual(value, of(when)) === true)?.[1] ?? otherwise;
    return chosen ? of(chosen) : null;
  },
  comprehension: ({ list, variable, where, map }, of) => {
    const items = of(list);
    if (!isList(items)) return null;
    const kept = items.filter((item) => !where || of(where, { [variable]: item }) === true);
    return kept.map((item) => (map ? of(map, { [variable]: item }) : item));
  },
  quantifier: ({ quantifier, list, variable, where }, of) => {
    const items = of(list);
    if (!isList(items)) return null;
    return quantified[quantifier](items.map((item) => truthOf(of(where, { [variable]: item }))));
  },
  reduce: ({ list, initial, accumulator, variable, step }, of) => {
    const items = of(list);
    if (!isList(items)) return null;
    return items.reduce<Value>((result, item) => of(step, { [accumulator]: result, [variable]: item }), of(initial));
  },
  subquery: ({ query, result }, _, row, { rowsOf }) => {
    const rows = rowsOf(query, row);
    if (result === 'list') return rows.map((it) => [...it.values()][0] ?? null);
    return result === 'exists' ? rows.length > 0 : BigInt(rows.length);
  },
};

function propertyOf(value: Value, key: string, graph: PlainGraph): Value {
  if (value === null) return null;
  if (value instanceof NodeValue) return fromJson(graph.nodes[value.node]!.properties[key]);
  if (value instanceof EdgeValue) return fromJson(graph.edges[value.ordinal]!.properties[key]);
  if (value instanceof Map) return value.get(key) ?? null;
  if (value instanceof DateTimeValue && key === 'epochseconds') return BigInt(Math.floor(value.ms / 1000));
  throw new Error(`${shown(value)} has no property ${key}`);
}

function hasLabels(value: Value, groups: NameGroups, graph: PlainGraph): Truth {
  if (value instanceof NodeValue)
    return groups.every((group) => group.some((label) => graph.nodes[value.node]!.labels.includes(label)));
  if (value instanceof EdgeValue)
    return groups.every((group) => group.some((name) => graph.kindsNamed(name).includes(value.kind)));
  return null;
}

const quantified = {
  all: (results: readonly Truth[]) => (results.includes(false) ? false : results.includes(null) ? null : true),
  any: (results: readonly Truth[]) => (results.includes(true) ? true : results.includes(null) ? null : false),
  none: (results: readonly Truth[]) => not(quantified.any(results)),
  single: (results: readonly Truth[]): Truth => {
    const trues = results.filter((it) => it === true).length;
    return trues > 1 ? false : results.includes(null) ? null : trues === 1;
  },
};
