import { describe, expect, it } from '@jest/globals';
import { ask } from '../../../../test/cypher/ask.js';
import { create } from '../../../../test/cypher/create.js';
import { PlainGraph } from '../../../../test/cypher/plain-graph.js';
import { type QueryLimits, defaultLimits } from './budget.js';

/** Three nodes in a circle, each with four properties. */
const graph = new PlainGraph();
create(
  graph,
  `CREATE (a {a: 1, b: 2, c: 3, d: 4})-[:R]->(b {a: 1, b: 2, c: 3, d: 4})-[:R]->({a: 1, b: 2, c: 3, d: 4})-[:R]->(a),
          (b)-[:R]->(a)`,
);

function run(query: string, limits: Partial<QueryLimits>) {
  return ask(graph, query, {}, { limits: { ...defaultLimits, ...limits } }).rows;
}

const long = 'UNWIND range(1, 100000) AS n WITH n WHERE n > 5 RETURN count(*)';

describe('the limit of', () => {
  it('time names the seconds', () => {
    expect(() => run(long, { ms: 0 })).toThrow('the query exceeds the limit of time: 0 s');
  });

  it('rows names LIMIT', () => {
    expect(() => run('MATCH (n) RETURN n', { rows: 2 })).toThrow(
      'the query exceeds the limit of rows: 2 rows; add LIMIT',
    );
    expect(run('MATCH (n) RETURN id(n) LIMIT 2', { rows: 2 })).toEqual([[0n], [1n]]);
  });

  it('steps counts edges that are followed and rows that are made', () => {
    expect(() => run(long, { steps: 5_000 })).toThrow('the query exceeds the limit of steps: 5000 steps');
    expect(run(long, { steps: 1_000_000 })).toEqual([[99_995n]]);
  });

  it('memory counts rows that are sorted, and the properties that a query reads', () => {
    expect(() => run('UNWIND range(1, 100) AS n RETURN n ORDER BY n', { values: 50 })).toThrow(
      'the query exceeds the limit of memory: 50 values',
    );
    const reading = 'MATCH (n) WHERE n.a = 1 RETURN count(*)';
    expect(() => run(reading, { values: 11 })).toThrow('the query exceeds the limit of memory: 11 values');
    expect(run(reading, { values: 20 })).toEqual([[3n]]);
  });
});

it('stops a query whose request has ended', () => {
  const interrupt = {
    check: () => {
      throw new Error('the request ended');
    },
  };
  expect(() => ask(graph, long, {}, { interrupt })).toThrow('the request ended');
});
