import { beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Highs } from 'highs';
import { uninterrupted } from '../interrupt.js';
import { boundOf, type Certificate } from './certificate.js';
import { loadSolver } from './linear-program.js';
import { PlanModel, type PlanSteps } from './plan-model.js';
import type { Price } from './plan-walk.js';
import { PlanSearch } from './plan-search.js';
import type { AnswerWithNeeds } from '../needs.js';
import { findStages } from './stages.js';

let highs: Highs;
beforeAll(async () => {
  highs = await loadSolver();
});

function solved<Result>(solving: AnswerWithNeeds<Result>): { result: Result; isLoaded: boolean } {
  let step = solving.next();
  const isLoaded = !step.done;
  while (!step.done) step = solving.next({ solver: highs });
  return { result: step.value, isLoaded };
}

type PlainStep = readonly [from: number, to: number, fixes: readonly number[]];

interface PlainPlan {
  readonly size: number;
  readonly accounts: number;
  readonly ends: readonly number[];
  readonly steps: readonly PlainStep[];
  readonly costs: readonly number[];
}

function stepsOf({ size, accounts, ends, steps, costs }: PlainPlan): PlanSteps {
  return {
    size,
    from: steps.map(([from]) => from),
    to: steps.map(([, to]) => to),
    set: steps.map((_, index) => index),
    sets: steps.map(([, , fixes]) => [...new Set(fixes)].toSorted((one, other) => one - other)),
    costs,
    ranks: [...costs.keys()],
    counts: Float64Array.from({ length: size }, (_, node) => Number(node < accounts)),
    isEnd: Uint8Array.from({ length: size }, (_, node) => Number(ends.includes(node))),
  };
}

/** The accounts with a way if some fixes are chosen. */
function exposed({ size, accounts, ends, steps }: PlainPlan, chosen: ReadonlySet<number>): Set<number> {
  const open = steps.filter(([, , fixes]) => !fixes.some((fix) => chosen.has(fix)));
  const reached = new Set(ends);
  for (let round = 0; round < size; round++) for (const [from, to] of open) if (reached.has(to)) reached.add(from);
  return new Set([...reached].filter((node) => node < accounts && !ends.includes(node)));
}

/** Each subset of the fixes with its cost and the accounts that stay, without those that always stay. */
function allPlans(plain: PlainPlan): { cost: number; remaining: number }[] {
  const fixes = [...plain.costs.keys()];
  const structural = exposed(plain, new Set(fixes));
  return Array.from({ length: 2 ** fixes.length }, (_, bits) => {
    const chosen = new Set(fixes.filter((fix) => (bits >> fix) & 1));
    const cost = [...chosen].reduce((sum, fix) => sum + plain.costs[fix]!, 0);
    return { cost, remaining: exposed(plain, chosen).size - structural.size };
  });
}

/** The corners of the lower hull. */
function hull(plans: readonly { cost: number; remaining: number }[]): number[][] {
  const corners: { cost: number; remaining: number }[] = [];
  for (const plan of plans.toSorted((one, other) => one.cost - other.cost || one.remaining - other.remaining)) {
    if (corners.length > 0 && plan.remaining >= corners.at(-1)!.remaining) continue;
    while (corners.length > 1) {
      const [one, other] = [corners.at(-2)!, corners.at(-1)!];
      const turn =
        (other.cost - one.cost) * (plan.remaining - one.remaining) -
        (other.remaining - one.remaining) * (plan.cost - one.cost);
      if (turn > 0) break;
      corners.pop();
    }
    corners.push(plan);
  }
  return corners.map(({ cost, remaining }) => [cost, remaining]);
}

/** Checks by addition that no fix and no account carries more than it is worth. */
function requireCarried(certificate: Certificate, model: PlanModel): void {
  const carried = new Map<number, number>();
  for (const { row, parts } of certificate.ways) {
    const places = certificate.price.b === Infinity ? [] : model.chain(row.node).map((place) => -1 - place);
    for (const column of [...row.fixes, ...places]) carried.set(column, (carried.get(column) ?? 0) + parts);
  }
  for (const [column, parts] of carried) {
    const { a, b } = certificate.price;
    const worth = column >= 0 ? a * model.costs[column]! : b * model.under[-1 - column]!;
    expect(parts).toBeLessThanOrEqual(worth * certificate.denominator);
  }
}

const valueAt = ({ a, b }: Price, { cost, remaining }: { cost: number; remaining: number }) =>
  a * cost + (remaining === 0 ? 0 : b * remaining);

const [accounts, size, fixCount] = [4, 9, 8];

/** Random graphs: several steps between two places, fixes that cut many steps and cross each other, and steps that nobody cuts. */
const plans: fc.Arbitrary<PlainPlan> = fc.record({
  size: fc.constant(size),
  accounts: fc.constant(accounts),
  ends: fc.constantFrom([8], [7, 8]),
  steps: fc.array(
    fc.tuple(
      fc.nat(size - 1),
      fc.nat(size - 1),
      fc.oneof(
        { weight: 1, arbitrary: fc.constant([]) },
        { weight: 9, arbitrary: fc.array(fc.nat(fixCount - 1), { minLength: 1, maxLength: 3 }) },
      ),
    ),
    { minLength: 8, maxLength: 30 },
  ),
  costs: fc.array(fc.integer({ min: 1, max: 3 }), { minLength: fixCount, maxLength: fixCount }),
});

/** Each step is cut by exactly two fixes: a cover of a graph, whose relaxation is often below the smallest plan. */
const covers: fc.Arbitrary<PlainPlan> = fc
  .uniqueArray(fc.tuple(fc.nat(6), fc.nat(6)), {
    minLength: 3,
    maxLength: 12,
    selector: ([one, other]) => `${Math.min(one, other)} ${Math.max(one, other)}`,
  })
  .map((pairs) => ({
    size: pairs.length + 1,
    accounts: pairs.length,
    ends: [pairs.length],
    steps: pairs.map(([one, other], index): PlainStep => [index, pairs.length, [one, other]]),
    costs: [1, 1, 1, 1, 1, 1, 1],
  }));

describe('a plan', () => {
  it.each([
    ['with crossing fixes', plans, 600],
    ['that cover each step twice', covers, 300],
  ] as const)('is the smallest of all subsets of fixes %s, with a bound that adds up', (_title, of, numRuns) => {
    fc.assert(
      fc.property(of, (plain) => {
        const model = new PlanModel(stepsOf(plain));
        expect(new Set(model.structural)).toEqual(exposed(plain, new Set(plain.costs.keys())));
        expect(model.accounts).toBe(exposed(plain, new Set()).size - model.structural.length);
        const search = new PlanSearch(model, uninterrupted);
        const plan = solved(search.complete()).result;
        search.end();
        const least = Math.min(...allPlans(plain).flatMap((it) => (it.remaining === 0 ? [it.cost] : [])));
        expect(exposed(plain, plan.fixes)).toEqual(new Set(model.structural));
        expect(plan).toMatchObject({ cost: least, bound: least, isSmallest: true, remaining: 0 });
        requireCarried(plan.certificate, model);
        expect(boundOf(plan.certificate)).toBeLessThanOrEqual(least);
        expect(plan.boundBy === 'ways').toBe(boundOf(plan.certificate) === least);
      }),
      { numRuns },
    );
  });

  it('needs no solver if its first ways prove it', () => {
    const plain = {
      size: 3,
      accounts: 1,
      ends: [2],
      steps: [
        [0, 1, [0]],
        [1, 2, [1]],
      ] as const,
      costs: [2, 1],
    };
    const { result, isLoaded } = solved(new PlanSearch(new PlanModel(stepsOf(plain)), uninterrupted).complete());
    expect(isLoaded).toBe(false);
    expect([...result.fixes]).toEqual([1]);
  });

  it('of three fixes that each cut two of three steps takes two, which only the search proves', () => {
    const steps: PlainStep[] = [
      [0, 3, [0, 1]],
      [1, 3, [1, 2]],
      [2, 3, [0, 2]],
    ];
    const plain = { size: 4, accounts: 3, ends: [3], steps, costs: [1, 1, 1] };
    const { result } = solved(new PlanSearch(new PlanModel(stepsOf(plain)), uninterrupted).complete());
    expect(result).toMatchObject({ cost: 2, bound: 2, isSmallest: true });
    expect(result.certificate).toMatchObject({ sum: 3, denominator: 2 });
  });

  it('prefers fixes near the ends among equal ones', () => {
    const steps: PlainStep[] = [
      [0, 1, [0]],
      [1, 2, [1]],
      [2, 3, [2]],
    ];
    const plain = { size: 4, accounts: 1, ends: [3], steps, costs: [1, 1, 1] };
    const { result } = solved(new PlanSearch(new PlanModel(stepsOf(plain)), uninterrupted).complete());
    expect([...result.fixes]).toEqual([2]);
  });

  it('is the best that was found, with its bound, if the search ends at a limit', () => {
    let cut = 0;
    fc.assert(
      fc.property(covers, (plain) => {
        const model = new PlanModel(stepsOf(plain));
        if (model.accounts === 0) return;
        const { result } = solved(new PlanSearch(model, uninterrupted, 0).complete());
        const least = Math.min(...allPlans(plain).flatMap(({ cost, remaining }) => (remaining === 0 ? [cost] : [])));
        expect(exposed(plain, result.fixes).size).toBe(model.structural.length);
        expect(result.bound).toBeLessThanOrEqual(least);
        expect(result.cost).toBeGreaterThanOrEqual(least);
        expect(result.isCut).toBe(!result.isSmallest);
        cut += Number(result.isCut);
      }),
      { numRuns: 100 },
    );
    expect(cut).toBeGreaterThan(0);
  });

  it('is stopped between its walks', () => {
    const plain = { size: 2, accounts: 1, ends: [1], steps: [[0, 1, [0]]] as const, costs: [1] };
    const stopped = {
      check: () => {
        throw new Error('stopped');
      },
    };
    expect(() => solved(new PlanSearch(new PlanModel(stepsOf(plain)), stopped).complete())).toThrow('stopped');
  });
});

describe('stages', () => {
  it.each([
    ['with crossing fixes', plans, 300],
    ['that cover each step twice', covers, 150],
  ] as const)('are the corners of all subsets of fixes %s, if they are proven', (_title, of, numRuns) => {
    fc.assert(
      fc.property(of, (plain) => {
        const model = new PlanModel(stepsOf(plain));
        if (model.accounts === 0) return;
        const search = new PlanSearch(model, uninterrupted);
        const { stages, isCut } = solved(
          (function* () {
            return yield* findStages(search, yield* search.complete(), 100);
          })(),
        ).result;
        search.end();
        expect(isCut).toBe(false);
        for (const { plan, proof, isProven } of stages) {
          expect(exposed(plain, plan.fixes).size).toBe(plan.remaining + model.structural.length);
          if (proof) requireCarried(proof.certificate, model);
          const { certificate } = proof ?? {};
          const isAddedUp =
            !certificate || valueAt(certificate.price, plan) * certificate.denominator === certificate.sum;
          expect(isProven).toBe(isAddedUp);
        }
        expect(hull(stages.map(({ plan }) => plan))).toEqual(hull(allPlans(plain)));
      }),
      { numRuns },
    );
  });
});
