import { beforeAll, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Highs } from 'highs';
import { Kind } from '../../graph/kinds/kind-catalogue.js';
import { memoryGraphOf, type PlainGraph } from '../../graph/memory/graph-data.fixture.js';
import { MemoryGraph } from '../../graph/memory/memory-graph.js';
import { loadSolver } from '../../graph/questions/plan/linear-program.js';
import { planOfGraph } from './asked-plan.fixture.js';

let solver: Highs;
beforeAll(async () => {
  solver = await loadSolver();
});

const [nodes, end] = [14, 0];
const kinds = [Kind.MemberOf, Kind.AdminTo, Kind.GenericAll];
const node = fc.nat(nodes - 1);

const graphs = fc.record({
  kinds: fc.array(fc.constantFrom(Kind.User, Kind.Group, Kind.Computer), { minLength: nodes, maxLength: nodes }),
  edges: fc.uniqueArray(fc.record({ source: node, kind: fc.constantFrom(...kinds), target: node }), {
    minLength: 20,
    maxLength: 60,
    selector: ({ source, kind, target }) => `${source} ${kind} ${target}`,
  }),
});

/** @param numbers of the nodes, whose object ids stay in the same order */
function numbered({ kinds: of, edges }: Pick<PlainGraph, 'kinds' | 'edges'>, numbers: readonly number[]): MemoryGraph {
  const inverse = numbers.map((_, place) => numbers.indexOf(place));
  const { data } = memoryGraphOf({
    kinds: inverse.map((it) => of[it]!),
    edges: edges.map(({ source, kind, target }) => ({ source: numbers[source]!, kind, target: numbers[target]! })),
    changed: null,
    former: [],
  });
  const ranked = { ...data.base.nodes, objectidRank: Uint32Array.from(inverse) };
  return new MemoryGraph({ ...data, base: { ...data.base, nodes: ranked } });
}

function planned(graph: MemoryGraph, numbers: readonly number[]) {
  const { stages, fixes, structural } = planOfGraph(graph, numbers[end]!, kinds, solver);
  const nameOf = (id: number | null) => (id === null ? null : numbers.indexOf(id));
  const named = fixes.map(({ sort, at, by }) => [sort, nameOf(at), nameOf(by)].join(' '));
  return {
    structural: structural.accounts.map(({ account }) => nameOf(account)),
    stages: stages.map((it) => ({ cost: it.cost, fixes: it.fixes.map((fix) => named[fix]) })),
  };
}

it('a plan of equal graphs is the same, with its steps in the same order, whatever the numbers of nodes are', () => {
  let compared = 0;
  fc.assert(
    fc.property(graphs, fc.shuffledSubarray([...Array(nodes).keys()], { minLength: nodes }), (graph, numbers) => {
      const same = [...numbers.keys()];
      const one = planned(numbered(graph, same), same);
      expect(planned(numbered(graph, numbers), numbers)).toEqual(one);
      compared += Number(one.stages.at(-1)!.fixes.length > 2);
    }),
    { numRuns: 100 },
  );
  expect(compared).toBeGreaterThan(20);
});
