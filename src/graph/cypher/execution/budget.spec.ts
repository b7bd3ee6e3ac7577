import { describe, expect, it } from '@jest/globals';
import { ask } from '../../../../test/cypher/ask.js';
import { create } from '../../../../test/cypher/create.js';
import { PlainGraph } from '../../../../test/cypher/plain-graph.js';
import { type QueryLimits, defaultLimits } from './budget.js';

describe('the limit of memory', () => {
  it('counts the properties that a query reads', () => {
    const graph = new PlainGraph();
    create(graph, 'CREATE ({a: 1, b: 2, c: 3, d: 4}), ({a: 1, b: 2, c: 3, d: 4}), ({a: 1, b: 2, c: 3, d: 4})');
    const run = (limits: Partial<QueryLimits>) =>
      ask(graph, 'MATCH (n) WHERE n.a = 1 RETURN count(*)', {}, { limits: { ...defaultLimits, ...limits } }).rows;
    expect(() => run({ values: 11 })).toThrow('the query exceeds the limit of memory: 11 values');
    expect(run({ values: 20 })).toEqual([[3n]]);
  });
});
