import type { Value } from '../../../src/graph/cypher/data/values.js';
import { isList } from '../../../src/graph/cypher/data/values.js';
import type {
  Call,
  Clause,
  Expression,
  Match,
  Projection,
  ProjectionItem,
  Query,
} from '../../../src/graph/cypher/syntax/tree.js';
import { aggregatesIn, isAggregate, visitAll, variablesOfPath } from '../../../src/graph/cypher/syntax/walk.js';
import type { PlainGraph } from '../plain-graph.js';
import { shown, sortOrder } from './compare.js';
import { evaluate, type Row, type Surroundings } from './evaluate.js';
import { matchesOf } from './match.js';

/** Runs a query clause by clause over all rows, without a plan. @returns the rows; each has the columns in the order of the query */
export function runNaively(
  query: Query,
  graph: PlainGraph,
  now: number,
  parameters: Readonly<Record<string, unknown>> = {},
): Row[] {
  const around: Surroundings = {
    graph,
    now,
    parameters,
    aggregates: new Map(),
    rowsOf: (inner, row) => rowsOf(inner, [row], around),
  };
  return rowsOf(query, [new Map()], around);
}

function rowsOf(query: Query, start: readonly Row[], around: Surroundings): Row[] {
  const rows = query.parts.flatMap(({ clauses }) =>
    clauses.reduce<readonly Row[]>((received, clause) => rowsAfter(clause, received, around), start),
  );
  return query.parts.length > 1 && !query.keepsDuplicates ? distinct(rows) : [...rows];
}

function rowsAfter(clause: Clause, rows: readonly Row[], around: Surroundings): readonly Row[] {
  if (clause.type === 'match') return rows.flatMap((row) => matched(clause, row, around));
  if (clause.type !== 'unwind') return projected(clause, rows, around);
  return rows.flatMap((row) => {
    const list = evaluate(clause.list, row, around);
    const items = isList(list) ? list : list === null ? [] : [list];
    return items.map((item) => new Map([...row, [clause.variable, item]]));
  });
}

function matched(match: Match, row: Row, around: Surroundings): Row[] {
  const found = matchesOf(match, row, around);
  if (found.length > 0 || !match.optional) return found;
  const missing = match.paths.flatMap(variablesOfPath).filter((name) => !row.has(name));
  return [new Map([...row, ...missing.map((name) => [name, null] as const)])];
}

/** A row of a projection, with what ORDER BY sees besides it. */
interface Projected {
  readonly row: Row;
  readonly source: Row;
  readonly aggregates: ReadonlyMap<Call, Value>;
}

function projected(projection: Projection, rows: readonly Row[], around: Surroundings): readonly Row[] {
  const aggregates = projection.items.some(({ expression }) => aggregatesIn(expression));
  let results = aggregates ? grouped(projection, rows, around) : rows.map((row) => plainRow(projection, row, around));
  if (projection.distinct) results = distinctBy(results, ({ row }) => shownRow(row));
  const keyOf = (expression: Expression, it: Projected): Value => {
    const same = projection.items.find((item) => sameText(item.expression, expression));
    if (same) return it.row.get(same.name) ?? null;
    return evaluate(expression, new Map([...it.source, ...it.row]), { ...around, aggregates: it.aggregates });
  };
  const sorted = results.toSorted((a, b) => {
    for (const { expression, descending } of projection.orderBy) {
      const sign = sortOrder(keyOf(expression, a), keyOf(expression, b));
      if (sign !== 0) return descending ? -sign : sign;
    }
    return 0;
  });
  const count = (expression: Expression | null, otherwise: number) =>
    expression ? Number(evaluate(expression, new Map(), around)) : otherwise;
  const skipped = count(projection.skip, 0);
  return sorted
    .slice(skipped, skipped + count(projection.limit, Infinity))
    .map(({ row }) => row)
    .filter((row) => !projection.where || evaluate(projection.where, row, around) === true);
}

function plainRow({ starAt, items }: Projection, row: Row, around: Surroundings): Projected {
  const own = items.map(({ name, expression }) => [name, evaluate(expression, row, around)] as const);
  return { row: new Map([...(starAt === null ? [] : row), ...own]), source: row, aggregates: new Map() };
}

function grouped({ items }: Projection, rows: readonly Row[], around: Surroundings): Projected[] {
  const keys = items.filter(({ expression }) => !aggregatesIn(expression));
  const groups = new Map<string, Row[]>(keys.length === 0 ? [['', []]] : []);
  for (const row of rows) {
    const key = keys.map(({ expression }) => shown(evaluate(expression, row, around))).join();
    groups.set(key, [...(groups.get(key) ?? []), row]);
  }
  return [...groups.values()].map((members) => {
    const aggregates = aggregatesOf(items, members, around);
    const source = members[0] ?? new Map<string, Value>();
    const own = items.map(({ name, expression }) => [name, evaluate(expression, source, { ...around, aggregates })]);
    return { row: new Map(own as [string, Value][]), source: new Map(), aggregates };
  });
}

function aggregatesOf(items: readonly ProjectionItem[], rows: readonly Row[], around: Surroundings) {
  const results = new Map<Call, Value>();
  for (const { expression } of items)
    visitAll(expression, (it) => {
      if (isAggregate(it)) results.set(it, aggregated(it, rows, around));
    });
  return results;
}

function aggregated({ name, args, distinct: isDistinct }: Call, rows: readonly Row[], around: Surroundings): Value {
  if (name === 'count(*)') return BigInt(rows.length);
  const given = rows.map((row) => evaluate(args[0]!, row, around)).filter((value) => value !== null);
  const values = isDistinct ? distinctBy(given, shown) : given;
  if (name === 'count') return BigInt(values.length);
  if (name === 'collect') return values;
  if (name === 'sum') return values.reduce<bigint>((sum, value) => sum + BigInt(Number(value)), 0n);
  const sorted = values.toSorted(sortOrder);
  if (name === 'min') return sorted[0] ?? null;
  if (name === 'max') return sorted.at(-1) ?? null;
  throw new Error(`the naive interpreter has no ${name}`);
}

function sameText(a: Expression, b: Expression): boolean {
  return textOf(a) === textOf(b);
}

function textOf(expression: Expression): string {
  return JSON.stringify(expression, (key, value: unknown) =>
    key === 'at' ? 0 : typeof value === 'bigint' ? `${value}n` : value,
  );
}

function distinct(rows: readonly Row[]): Row[] {
  return distinctBy(rows, shownRow);
}

function distinctBy<T>(items: readonly T[], keyOf: (item: T) => string): T[] {
  return [...new Map(items.toReversed().map((item) => [keyOf(item), item])).values()].toReversed();
}

function shownRow(row: Row): string {
  return [...row].map(([name, value]) => `${name}: ${shown(value)}`).join(' | ');
}
