import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { uninterrupted } from '../interrupt.js';
import { CondensedGraph, edgesByStart } from '../reachability/condensed-graph.js';
import { countReach } from '../reachability/count-reach.js';
import { reachOfAll } from './reach-of-all.js';

const isCounted = (node: number) => node % 7 !== 0;

it('equals the counts of sets of one component each, whatever the memory and the sizes', () => {
  const nodes = 90;
  const edges = fc.array(fc.tuple(fc.nat(nodes - 1), fc.nat(nodes - 1)), { maxLength: 130 });
  fc.assert(
    fc.property(edges, fc.constantFrom('in', 'out'), fc.constantFrom(0, 1000, 100_000), (pairs, direction, memory) => {
      const edgesOf = (visit: (source: number, target: number) => void) => pairs.forEach((edge) => visit(...edge));
      const graph = CondensedGraph.of(edgesByStart(nodes, edgesOf));
      const sizes = new Uint32Array(graph.count);
      for (let node = 0; node < nodes; node++) if (isCounted(node)) sizes[graph.componentOf[node]!]!++;
      const sets = Array.from({ length: nodes }, (_, node) => [node]);
      const expected = countReach(graph, { direction, sets, isCounted });
      const counts = reachOfAll(graph, direction, sizes, uninterrupted, memory);
      expect(Array.from(graph.componentOf, (component) => counts[component])).toEqual([...expected]);
    }),
    { numRuns: 200 },
  );
});
