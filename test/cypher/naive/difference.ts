import { CypherError } from '../../../src/graph/cypher/cypher-error.js';
import { fromJson, PathValue, type Value } from '../../../src/graph/cypher/data/values.js';
import { parseQuery } from '../../../src/graph/cypher/syntax/query-parser.js';
import type { PathPattern, Query, SingleQuery } from '../../../src/graph/cypher/syntax/tree.js';
import { ask } from '../ask.js';
import type { PlainGraph } from '../plain-graph.js';
import { shown } from './compare.js';
import { runNaively } from './run.js';

export interface Comparison {
  /** How many rows the product returns. */
  readonly rows: number;
  /** Null: both return the same. */
  readonly difference: string | null;
}

/** Runs a query by the product and by the naive interpreter over the same graph. */
export function compareWithNaive(text: string, graph: PlainGraph, now: number, parameters = {}): Comparison {
  const query = parseQuery(text);
  const { columns, rows } = attempt(text, () => ask(graph, text, parameters, { now }));
  const all = attempt(text, () => runNaively(withoutLimit(query), graph, now, parameters)).map((row) =>
    columns.map((name) => row.get(name) ?? null),
  );
  const { skip, limit, isTotal } = endOf(query);
  const show = (row: readonly Value[]) => row.map((value) => shown(withoutChoice(value, query))).join(' | ');
  const [found, expected] = [rows.map(show), all.map(show)];
  const wanted = isTotal ? expected.slice(skip, skip + limit) : expected;
  const count = Math.min(Math.max(expected.length - skip, 0), limit);
  const same = found.length === count && (isTotal ? found.join('\n') === wanted.join('\n') : isPartOf(found, expected));
  if (same) return { rows: rows.length, difference: null };
  const lists = [found, wanted].map((list) => (isTotal ? list : list.toSorted()).join('\n  '));
  return {
    rows: rows.length,
    difference: `${text}\n${columns.join()}\n found\n  ${lists[0]}\n expected\n  ${lists[1]}`,
  };
}

function attempt<T>(text: string, run: () => T): T {
  try {
    return run();
  } catch (error) {
    const message = error instanceof CypherError ? `${error.fault}: ${error.message}` : String(error);
    throw new Error(`${text}\n${message}`, { cause: error });
  }
}

function lastOf({ clauses }: SingleQuery) {
  const last = clauses.at(-1)!;
  if (last.type !== 'return') throw new Error('a query of a test ends in RETURN');
  return last;
}

/** A limit leaves the choice of rows open, unless the order of all rows is fixed. */
function withoutLimit(query: Query): Query {
  if (query.parts.length > 1) return query;
  const part = query.parts[0]!;
  const clauses = [...part.clauses.slice(0, -1), { ...lastOf(part), skip: null, limit: null }];
  return { ...query, parts: [{ clauses }] };
}

function endOf(query: Query) {
  const [part] = query.parts;
  if (query.parts.length > 1) return { skip: 0, limit: Infinity, isTotal: false };
  const { skip, limit, orderBy, items } = lastOf(part!);
  const number = (value: typeof skip, otherwise: number) =>
    value?.type === 'literal' ? Number(value.value) : otherwise;
  const isTotal = orderBy.length > 0 && orderBy.length === items.length;
  return { skip: number(skip, 0), limit: number(limit, Infinity), isTotal };
}

/** `shortestPath` may return any of several shortest paths: their ends and length count. */
function withoutChoice(value: Value, query: Query): Value {
  if (!(value instanceof PathValue) || !pathsOf(query).some(({ shortest }) => shortest === 'one')) return value;
  return fromJson({ from: value.nodes[0]!.node, to: value.nodes.at(-1)!.node, length: value.edges.length });
}

export function pathsOf(query: Query): readonly PathPattern[] {
  const clauses = query.parts.flatMap((part) => part.clauses);
  return clauses.flatMap((clause) => (clause.type === 'match' ? clause.paths : []));
}

function isPartOf(some: readonly string[], all: readonly string[]): boolean {
  const left = new Map<string, number>();
  for (const row of all) left.set(row, (left.get(row) ?? 0) + 1);
  return some.every((row) => {
    const count = left.get(row) ?? 0;
    left.set(row, count - 1);
    return count > 0;
  });
}
