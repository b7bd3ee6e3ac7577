import { beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Highs } from 'highs';
import { Kind } from '../../graph/kinds/kind-catalogue.js';
import { kindDefinitions } from '../../graph/kinds/kind-definitions.js';
import { uninterrupted } from '../../graph/questions/interrupt.js';
import { loadSolver } from '../../graph/questions/plan/linear-program.js';
import { fixStates } from '../../graph/questions/plan/fix-state.js';
import { plan, type PlanArguments } from '../../graph/questions/plan/plan.js';
import type { PlanResult } from '../../graph/questions/plan/plan-result.js';
import { exposedAfter } from '../derivation/exposed-after.js';
import { Trait } from '../facts/graph-facts.js';
import { Estate, estates, logons, names } from './estate.fixture.js';
import { domain, exposed, type NamedFix, withFixes } from './fixed-estate.fixture.js';

let solver: Highs;
beforeAll(async () => {
  solver = await loadSolver();
});

/** Collectors state that each account is in the group of everybody: from there it has the edges that are derived for that group alone. */
const collectedEstates = estates.map(
  ({ edges, traits, properties }) => new Estate([...new Set([...edges, ...logons])], traits, properties),
);

const idOf = (name: string) => names.indexOf(name);

const kinds = kindDefinitions.filter(({ traversable }) => traversable).map(({ id }) => id);

function answerOf(estate: Estate, more: Partial<PlanArguments> = {}) {
  const args = { ...subject, known: null, ...more };
  return estate.answered(plan(estate.analysed(), args, uninterrupted), solver);
}

function planOf(estate: Estate, more: Partial<PlanArguments> = {}): PlanResult {
  return answerOf(estate, more).plan!;
}

const subject = { ends: domain, among: null, kinds, costs: {}, keptNodes: [], keptEdges: [] };

function statesOf(estate: Estate, fixes: readonly NamedFix[]) {
  const byIds = fixes.map(({ sort, at, by }) => ({ sort, at: idOf(at), by: by === null ? null : idOf(by) }));
  return estate.answered(fixStates(estate.analysed(), { ...subject, fixes: byIds }, uninterrupted), solver).states!;
}

function named({ fixes }: PlanResult, numbers: readonly number[]): NamedFix[] {
  return numbers.map((number) => {
    const { sort, at, by } = fixes[number]!;
    return { sort, at: names[at]!, by: by === null ? null : names[by]! };
  });
}

/** The fixes that a certificate names, and those of the plan: all others are no help. */
const mostFixes = 8;

describe('a plan of an estate', () => {
  it('leaves as many accounts as are left if its fixes are applied to what sources state, and all is derived again', () => {
    const seen = new Set<string>();
    let opened = 0;
    fc.assert(
      fc.property(collectedEstates, (estate) => {
        const found = planOf(estate);
        expect(found.exposed).toBe(exposed(estate, kinds).length);
        expect(found).toMatchObject({ simplified: 0, unexplained: 0 });
        for (const stage of found.stages) {
          expect(stage.isChecked).toBe(true);
          const fixes = named(found, stage.fixes);
          for (const { sort } of fixes) seen.add(sort);
          const left = exposed(withFixes(estate, fixes), kinds).length;
          // The view knows no protection that a fix takes away.
          const claimed = stage.remaining + found.structural.count;
          expect(left).toBeGreaterThanOrEqual(claimed);
          opened += Number(left > claimed);
        }
      }),
      { numRuns: 150 },
    );
    expect(opened).toBeLessThan(5);
    expect([...seen]).toEqual(expect.arrayContaining(['entry', 'local', 'member', 'template']));
  });

  it('leaves the same accounts in a derivation on the graph in memory without what its fixes take away', () => {
    let compared = 0;
    fc.assert(
      fc.property(collectedEstates, (estate) => {
        const { plan: found, applied } = answerOf(estate);
        for (const [stage, { fixes }] of found!.stages.entries()) {
          const left = exposedAfter(
            estate.analysed(),
            estate.stored(),
            { ends: domain.ids, among: null, kinds, held: true },
            applied!.stages[stage]!,
          );
          const expected = exposed(withFixes(estate, named(found!, fixes)), kinds);
          expect(left.map((id) => names[id]!).toSorted()).toEqual(expected.toSorted());
          compared += Number(fixes.length > 0);
        }
      }),
      { numRuns: 150 },
    );
    expect(compared).toBeGreaterThan(100);
  });

  it('has fixes with facts that ways need, and with none once they are applied', () => {
    let compared = 0;
    fc.assert(
      fc.property(collectedEstates, (estate) => {
        const found = planOf(estate);
        const fixes = named(found, found.stages.at(-1)!.fixes);
        compared += fixes.length;
        const before = statesOf(estate, fixes);
        expect(before.filter(({ facts, isNeeded }) => facts === 0 || !isNeeded)).toEqual([]);
        const after = statesOf(withFixes(estate, fixes), fixes);
        expect(after.filter(({ facts, isNeeded }) => facts > 0 || isNeeded)).toEqual([]);
      }),
      { numRuns: 60 },
    );
    expect(compared).toBeGreaterThan(20);
  });

  it('costs no more than any other choice of fixes, and no less than its bound', () => {
    let compared = 0;
    fc.assert(
      fc.property(collectedEstates, (estate) => {
        const found = planOf(estate);
        const whole = found.stages.at(-1)!;
        if (found.fixes.length > mostFixes) return;
        const all = [...found.fixes.keys()];
        const least = Math.min(
          ...Array.from({ length: 2 ** all.length }, (_, bits) => all.filter((fix) => (bits >> fix) & 1)).flatMap(
            (chosen) => {
              const cost = chosen.reduce((sum, fix) => sum + found.fixes[fix]!.cost, 0);
              if (cost >= whole.cost) return [];
              const left = exposed(withFixes(estate, named(found, chosen)), kinds).length;
              return left <= found.structural.count ? [cost] : [];
            },
          ),
          whole.cost,
        );
        compared++;
        expect(whole.certificate!.bound).toBeLessThanOrEqual(least);
        expect(whole.cost).toBe(least);
      }),
      { numRuns: 60 },
    );
    expect(compared).toBeGreaterThan(20);
  });

  it('is not made if it needs too much memory', () => {
    const answer = answerOf(new Estate(['U GenericAll D'], {}, {}), { memory: 1000 });
    expect(answer).toMatchObject({ ids: [], plan: null, bytes: names.length * 300 + 120 });
  });

  it('takes a member out, or an entry that two groups need alike', () => {
    const edges = ['U MemberOf G', 'V MemberOf G', 'G GenericAll D', 'U GetChanges D', 'U GetChangesAll D'];
    const found = planOf(new Estate(edges, {}, {}));
    expect(named(found, found.stages.at(-1)!.fixes)).toEqual([
      { sort: 'entry', at: 'D', by: 'G' },
      { sort: 'entry', at: 'D', by: 'U' },
    ]);
    expect(found.stages.map(({ cost, remaining, isProven }) => [cost, remaining, isProven])).toEqual([
      [0, 2, true],
      [2, 0, true],
    ]);
    expect(found.stages.at(-1)!.remainingAfter).toEqual([1, 0]);
  });

  it('says that accounts are structural whose way nobody cuts', () => {
    const found = planOf(new Estate(['DC DCFor D', 'U AdminTo DC'], {}, {}));
    expect(found.structural).toEqual({
      count: 1,
      accounts: [{ account: idOf('DC'), edges: [[idOf('DC'), 152, idOf('D')]] }],
    });
    expect(named(found, found.stages.at(-1)!.fixes)).toEqual([{ sort: 'local', at: 'DC', by: 'U' }]);
  });

  it('requires signing, by policy if that is cheaper, where a relay gives control', () => {
    const edges = ['U MemberOf E', 'Q AdminTo C', 'Q AdminTo DC', 'C GenericAll D', 'DC DCFor D'];
    const traits = {
      E: Trait.IsAuthenticatedUsers | Trait.IsEverybody,
      Q: Trait.SendsNtlm,
      C: Trait.AcceptsUnsignedSmb,
      DC: Trait.AcceptsUnsignedSmb,
    };
    const keptEdges = [
      [idOf('Q'), Kind.AdminTo, idOf('C')],
      [idOf('Q'), Kind.AdminTo, idOf('DC')],
      [idOf('C'), Kind.GenericAll, idOf('D')],
    ] as const;
    const found = planOf(new Estate(edges, traits, {}), { keptEdges, costs: { smb: 4 }, among: { ids: [idOf('U')] } });
    expect(named(found, found.stages.at(-1)!.fixes)).toEqual([{ sort: 'smb_domain', at: 'D', by: null }]);
  });

  it('changes nothing at a node that is kept, and cuts no edge that is kept', () => {
    const estate = new Estate(['U MemberOf G', 'G GenericAll D', 'V GenericAll D'], {}, {});
    const keptNode = planOf(estate, { keptNodes: [idOf('D')] });
    expect(keptNode.structural.count).toBe(1);
    expect(named(keptNode, keptNode.stages.at(-1)!.fixes)).toEqual([{ sort: 'member', at: 'G', by: 'U' }]);
    const keptEdge = planOf(estate, { keptEdges: [[idOf('V'), Kind.GenericAll, idOf('D')]] });
    expect(keptEdge.structural).toMatchObject({ count: 1, accounts: [{ account: idOf('V') }] });
    expect(named(keptEdge, keptEdge.stages.at(-1)!.fixes)).toEqual([{ sort: 'entry', at: 'D', by: 'G' }]);
  });
});
