import { beforeAll, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Highs } from 'highs';
import { memoryGraphOf } from '../../graph/memory/graph-data.fixture.js';
import { loadSolver } from '../../graph/questions/plan/linear-program.js';
import { planOfGraph } from './asked-plan.fixture.js';
import { plantedCut } from './planted-cut.fixture.js';

let solver: Highs;
beforeAll(async () => {
  solver = await loadSolver();
});

const sizes = fc.record({
  narrowPlaces: fc.integer({ min: 1, max: 6 }),
  accounts: fc.integer({ min: 12, max: 60 }),
  layers: fc.integer({ min: 2, max: 4 }),
  width: fc.integer({ min: 2, max: 4 }),
  more: fc.nat(60),
});

it('a plan has just the fixes of narrow places if all ways lead over them, and proves that none is smaller', () => {
  fc.assert(
    fc.property(sizes, fc.nat(), (size, seed) => {
      const { graph, end, kinds, cut } = plantedCut(size, seed);
      const { stages, fixes, structural, exposed, isCut } = planOfGraph(memoryGraphOf(graph), end, kinds, solver);
      const { fixes: chosen, cost, isProven, remaining, certificate } = stages.at(-1)!;
      const named = chosen.map((fix) => `${fixes[fix]!.sort} ${fixes[fix]!.at} ${fixes[fix]!.by}`);
      expect(named.toSorted()).toEqual(cut);
      expect({ cost, isProven, remaining, isCut, structural: structural.count }).toEqual({
        cost: size.narrowPlaces,
        isProven: true,
        remaining: 0,
        isCut: false,
        structural: 0,
      });
      expect(certificate).toMatchObject({ bound: size.narrowPlaces, boundBy: 'ways' });
      expect(exposed).toBe(size.narrowPlaces * Math.ceil(size.accounts / size.narrowPlaces));
    }),
    { numRuns: 60 },
  );
});
