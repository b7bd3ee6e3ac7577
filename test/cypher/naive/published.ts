import { Random } from '../../../demo/generator/random.js';
import { compareWithNaive } from './difference.js';
import { witnessGraph } from './witness-graph.js';

const now = Date.parse('2026-10-01T12:00:00Z');

export interface QueryTrial {
  readonly name: string;
  /** On how many graphs the query returned something. */
  readonly answered: number;
  readonly differences: readonly string[];
}

/** Runs a query on graphs that are made for it, by the product and by the naive interpreter. */
export function tryQuery(name: string, query: string, graphs: number): QueryTrial {
  const comparisons = Array.from({ length: graphs }, (_, seed) =>
    compareWithNaive(query, witnessGraph(query, new Random(name, seed), now), now),
  );
  const differences = comparisons.flatMap(({ difference }) => difference ?? []);
  return { name, answered: comparisons.filter(({ rows }) => rows > 0).length, differences };
}
