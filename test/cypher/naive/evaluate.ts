import {
  DateTimeValue,
  EdgeValue,
  fromJson,
  isList,
  isNumber,
  NodeValue,
  PathValue,
  type Value,
} from '../../../src/graph/cypher/execution/values.js';
import type { Call, Expression, NameGroups, PathPattern, Query } from '../../../src/graph/cypher/syntax/tree.js';
import type { PlainGraph } from '../plain-graph.js';
import { comparison, isEqual } from './compare.js';

export type Row = ReadonlyMap<string, Value>;

/** What an expression reads besides its row. */
export interface Surroundings {
  readonly graph: PlainGraph;
  /** Milliseconds. */
  readonly now: number;
  /** The rows of a query that begins with one row. */
  readonly rowsOf: (query: Query, row: Row) => readonly Row[];
  /** Of the group of a row. */
  readonly aggregates: ReadonlyMap<Call, Value>;
}

type Truth = boolean | null;

/** The value of an expression for one row, as openCypher defines it: no step is prepared, none is left out. */
export function evaluate(expression: Expression, row: Row, around: Surroundings): Value {
  const of = (part: Expression, locals: readonly (readonly [string, Value])[] = []) =>
    evaluate(part, locals.length === 0 ? row : new Map([...row, ...locals]), around);
  switch (expression.type) {
    case 'literal':
      return expression.value;
    case 'parameter':
      throw new Error('queries of tests have no parameters');
    case 'variable':
      return row.get(expression.name) ?? null;
    case 'property':
      return propertyOf(of(expression.of), expression.key, around.graph);
    case 'labels':
      return hasLabels(of(expression.of), expression.labels, around.graph);
    case 'list':
      return expression.items.map((item) => of(item));
    case 'map':
      return new Map(expression.entries.map(([key, value]) => [key, of(value)]));
    case 'mapProjection':
      throw new Error('there is no map projection in queries of tests');
    case 'call':
      return (
        around.aggregates.get(expression) ??
        call(
          expression.name,
          expression.args.map((arg) => of(arg)),
          around,
        )
      );
    case 'unary':
      return expression.operator === 'NOT' ? not(truthOf(of(expression.operand))) : negated(of(expression.operand));
    case 'binary':
      return binary(expression.operator, of(expression.left), of(expression.right));
    case 'isNull':
      return (of(expression.of) === null) !== expression.negated;
    case 'index': {
      const [whole, index] = [of(expression.of), of(expression.index)];
      if (!isList(whole) || typeof index !== 'bigint') return null;
      return whole.at(Number(index)) ?? null;
    }
    case 'slice': {
      const whole = of(expression.of);
      const [from, to] = [expression.from && of(expression.from), expression.to && of(expression.to)];
      return isList(whole) ? whole.slice(Number(from ?? 0), to === null ? undefined : Number(to)) : null;
    }
    case 'case': {
      const subject = expression.subject && of(expression.subject);
      const branch = expression.branches.find(([when]) =>
        expression.subject ? isEqual(subject ?? null, of(when)) === true : of(when) === true,
      );
      if (branch) return of(branch[1]);
      return expression.otherwise ? of(expression.otherwise) : null;
    }
    case 'comprehension': {
      const list = of(expression.list);
      if (!isList(list)) return null;
      return list
        .filter((item) => !expression.where || of(expression.where, [[expression.variable, item]]) === true)
        .map((item) => (expression.map ? of(expression.map, [[expression.variable, item]]) : item));
    }
    case 'quantifier': {
      const list = of(expression.list);
      if (!isList(list)) return null;
      const results = list.map((item) => truthOf(of(expression.where, [[expression.variable, item]])));
      return quantified(expression.quantifier, results);
    }
    case 'reduce': {
      const list = of(expression.list);
      if (!isList(list)) return null;
      return list.reduce<Value>(
        (result, item) => of(expression.step, [[expression.accumulator, result], [expression.variable, item]]), // prettier-ignore
        of(expression.initial),
      );
    }
    case 'patternComprehension':
      return around
        .rowsOf(matching(expression.path, expression.where), row)
        .map((found) => evaluate(expression.map, found, around));
    case 'subquery': {
      const rows = around.rowsOf(expression.query, row);
      return expression.result === 'exists' ? rows.length > 0 : BigInt(rows.length);
    }
  }
}

function matching(path: PathPattern, where: Expression | null): Query {
  return { parts: [{ clauses: [{ type: 'match', optional: false, paths: [path], where }] }], keepsDuplicates: true };
}

function propertyOf(value: Value, key: string, graph: PlainGraph): Value {
  if (value instanceof NodeValue) return fromJson(graph.nodes[value.node]!.properties[key]);
  if (value instanceof EdgeValue) return fromJson(graph.edges[value.ordinal]!.properties[key]);
  if (value instanceof Map) return value.get(key) ?? null;
  if (value instanceof DateTimeValue && key === 'epochseconds') return BigInt(Math.floor(value.ms / 1000));
  if (value instanceof DateTimeValue && key === 'epochmillis') return BigInt(value.ms);
  if (value === null) return null;
  throw new Error(`a value without properties: ${String(value)}`);
}

function hasLabels(value: Value, groups: NameGroups, graph: PlainGraph): Truth {
  if (value instanceof NodeValue)
    return groups.every((group) => group.some((label) => graph.nodes[value.node]!.labels.includes(label)));
  if (value instanceof EdgeValue)
    return groups.every((group) => group.some((name) => graph.kindsNamed(name).includes(value.kind)));
  return null;
}

function quantified(quantifier: string, results: readonly Truth[]): Truth {
  const trues = results.filter((it) => it === true).length;
  const unknown = results.includes(null);
  switch (quantifier) {
    case 'all':
      return results.includes(false) ? false : unknown ? null : true;
    case 'any':
      return trues > 0 ? true : unknown ? null : false;
    case 'none':
      return trues > 0 ? false : unknown ? null : true;
    default:
      return trues > 1 ? false : unknown ? null : trues === 1;
  }
}

function truthOf(value: Value): Truth {
  if (value === null || typeof value === 'boolean') return value;
  throw new Error(`not a truth: ${String(value)}`);
}

function not(value: Truth): Truth {
  return value === null ? null : !value;
}

function negated(value: Value): Value {
  return value === null ? null : typeof value === 'bigint' ? -value : -Number(value);
}

function binary(operator: string, left: Value, right: Value): Value {
  switch (operator) {
    case 'AND':
      if (left === false || right === false) return false;
      return left === null || right === null ? null : true;
    case 'OR':
      if (left === true || right === true) return true;
      return left === null || right === null ? null : false;
    case '=':
      return isEqual(left, right);
    case '<>':
      return not(isEqual(left, right));
    case 'IN': {
      if (!isList(right)) return null;
      const results = right.map((item) => isEqual(left, item));
      return results.includes(true) ? true : results.includes(null) ? null : false;
    }
  }
  if (left === null || right === null) return null;
  switch (operator) {
    case 'XOR':
      return left !== right;
    case '<':
      return ordered(left, right, (sign) => sign < 0);
    case '<=':
      return ordered(left, right, (sign) => sign <= 0);
    case '>':
      return ordered(left, right, (sign) => sign > 0);
    case '>=':
      return ordered(left, right, (sign) => sign >= 0);
  }
  if (typeof left === 'string' && typeof right === 'string') return ofTexts(operator, left, right);
  if (isList(left) && operator === '+') return [...left, ...(isList(right) ? right : [right])];
  if (isNumber(left) && isNumber(right)) return ofNumbers(operator, left, right);
  if (operator === '+' || !['STARTS WITH', 'ENDS WITH', 'CONTAINS', '=~'].includes(operator))
    throw new Error(`the operands of ${operator} do not fit`);
  return null;
}

function ordered(left: Value, right: Value, test: (sign: number) => boolean): Truth {
  const sign = comparison(left, right);
  return sign === null ? null : test(sign);
}

function ofTexts(operator: string, left: string, right: string): Value {
  switch (operator) {
    case '+':
      return left + right;
    case 'STARTS WITH':
      return left.startsWith(right);
    case 'ENDS WITH':
      return left.endsWith(right);
    case 'CONTAINS':
      return left.includes(right);
    case '=~':
      return new RegExp(`^(?:${right.replace('(?i)', '')})$`, right.startsWith('(?i)') ? 'is' : 's').test(left);
  }
  throw new Error(`texts have no ${operator}`);
}

function ofNumbers(operator: string, left: bigint | number, right: bigint | number): Value {
  const integers = typeof left === 'bigint' && typeof right === 'bigint';
  const [a, b] = [Number(left), Number(right)];
  const results: Record<string, number> = { '+': a + b, '-': a - b, '*': a * b, '%': a % b, '^': a ** b, '/': a / b };
  const result = results[operator];
  if (result === undefined) throw new Error(`numbers have no ${operator}`);
  return integers && operator !== '^' ? BigInt(Math.trunc(result)) : result;
}

function call(name: string, args: readonly Value[], { graph, now }: Surroundings): Value {
  const [first = null, second = null] = args;
  if (name === 'coalesce') return args.find((arg) => arg !== null) ?? null;
  if (name === 'datetime' && args.length === 0) return new DateTimeValue(now);
  if (name === 'datetime' && first instanceof Map) return new DateTimeValue(Number(first.get('epochseconds')) * 1000);
  if (name === 'exists') return first !== null;
  if (args.includes(null)) return null;
  if (first instanceof NodeValue) {
    if (name === 'labels') return graph.nodes[first.node]!.labels;
    if (name === 'id') return BigInt(first.node);
  }
  if (first instanceof EdgeValue) {
    if (name === 'type') return graph.edges[first.ordinal]!.kind;
    if (name === 'startnode') return new NodeValue(graph.edges[first.ordinal]!.source);
    if (name === 'endnode') return new NodeValue(graph.edges[first.ordinal]!.target);
  }
  if (first instanceof PathValue) {
    if (name === 'nodes') return first.nodes;
    if (name === 'relationships') return first.edges;
    if (name === 'length') return BigInt(first.edges.length);
  }
  if (isList(first)) {
    if (name === 'size') return BigInt(first.length);
    if (name === 'head') return first[0] ?? null;
    if (name === 'last') return first.at(-1) ?? null;
  }
  if (typeof first === 'string') {
    if (name === 'toupper') return first.toUpperCase();
    if (name === 'tolower') return first.toLowerCase();
    if (name === 'size') return BigInt(first.length);
    if (name === 'split' && typeof second === 'string') return first.split(second);
  }
  if (name === 'tostring') return String(first);
  throw new Error(`the naive interpreter has no ${name} of these arguments`);
}
