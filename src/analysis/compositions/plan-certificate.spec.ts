import { beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Highs } from 'highs';
import { PlanChecker, type PlainPlan } from '../../../test/support/plan-checker.js';
import { kindDefinitions } from '../../graph/kinds/kind-definitions.js';
import { uninterrupted } from '../../graph/questions/interrupt.js';
import { loadSolver } from '../../graph/questions/plan/linear-program.js';
import { plan } from '../../graph/questions/plan/plan.js';
import { Estate, estates, logons } from './estate.fixture.js';
import { domain } from './fixed-estate.fixture.js';
import { factsOf, keepsProtection, plainPlan } from './plan-facts.fixture.js';

let solver: Highs;
beforeAll(async () => {
  solver = await loadSolver();
});

const kinds = kindDefinitions.filter(({ traversable }) => traversable).map(({ id }) => id);

function planOf(estate: Estate): PlainPlan {
  const args = { ends: domain, among: null, kinds, costs: {}, keptNodes: [], keptEdges: [], known: null };
  return plainPlan(estate.answered(plan(estate.analysed(), args, uninterrupted), solver).plan!);
}

/** A plan that a test falsifies. */
type Changeable = Mutable<PlainPlan>;
type Mutable<Type> = Type extends object ? { -readonly [Key in keyof Type]: Mutable<Type[Key]> } : Type;

const wayOf = ({ certificate }: Changeable['stages'][number], account: string) =>
  certificate!.ways.find((way) => way.account === account)!;

const problemsOf = (estate: Estate, found: PlainPlan) =>
  new PlanChecker(factsOf(estate), found).problemsOf(keepsProtection);

describe('the certificate of a plan', () => {
  it('holds in the eyes of a checker that knows the facts of each way alone', () => {
    let ways = 0;
    fc.assert(
      fc.property(estates, ({ edges, traits, properties }) => {
        const estate = new Estate([...new Set([...edges, ...logons])], traits, properties);
        const found = planOf(estate);
        expect(problemsOf(estate, found)).toEqual([]);
        ways += found.stages.at(-1)!.certificate!.ways.length;
      }),
      { numRuns: 40 },
    );
    expect(ways).toBeGreaterThan(50);
  });

  describe('of an estate in which one fix cuts three accounts off, and two more cut off one each', () => {
    const rights = ['U MemberOf G', 'V MemberOf G', 'M MemberOf G', 'G GenericAll D', 'C GenericAll D', 'Q Owns D'];
    const estate = new Estate([...rights, 'DC DCFor D'], {}, {});

    it('has a stage after which the two stay', () => {
      const found = planOf(estate);
      expect(problemsOf(estate, found)).toEqual([]);
      expect(found.stages.map(({ cost, remaining, proven }) => [cost, remaining, proven])).toEqual([
        [0, 5, true],
        [1, 2, true],
        [3, 0, true],
      ]);
    });

    it.each<[string, (found: Changeable) => void, string[]]>([
      ['more exposed accounts', (found) => found.exposed++, ['the plan counts other exposed accounts']],
      [
        'a cheaper plan',
        ({ stages }) => stages[2]!.fixes.splice(stages[2]!.fixes.indexOf('entry:D:Q'), 1),
        ['stage 2 leaves 2 accounts, not 1', 'stage 2 costs 2'],
      ],
      [
        'a heavier way',
        ({ stages }) => wayOf(stages[2]!, 'C').weight++,
        ['the weights have another sum', 'entry:D:C carries 2'],
      ],
      [
        'accounts that carry more than their price',
        ({ stages }) => (stages[1]!.certificate!.price = [5, 2]),
        ['accounts carry 8 of 11', 'the bound is above the value 9', 'a proven stage has ways that add up to less'],
      ],
      [
        'a higher bound',
        ({ stages }) => stages[2]!.certificate!.bound++,
        ['the ways prove a bound of 3', 'the bound is above the value 3'],
      ],
      [
        'a way without one of its fixes',
        ({ stages }) => wayOf(stages[2]!, 'U').fixes.pop(),
        [
          'U MemberOf G needs other fixes than entry:D:G',
          'U reaches no end by facts of entry:D:G alone',
          'no account needs entry:D:G',
          'U stands for too many accounts',
        ],
      ],
      [
        'a way that is broken',
        ({ stages }) => wayOf(stages[2]!, 'U').edges.shift(),
        ['the way of U does not lead on from U by G GenericAll D'],
      ],
      ['a way that ends too early', ({ stages }) => wayOf(stages[2]!, 'U').edges.pop(), ['the way of U ends at G']],
      [
        'a way that stands for more accounts',
        ({ stages }) => wayOf(stages[2]!, 'C').accounts++,
        ['C stands for too many accounts'],
      ],
      [
        'more accounts after a stage',
        ({ stages }) => stages[1]!.remaining++,
        ['stage 1 leaves 3 accounts, not 4', 'a proven stage has ways that add up to less'],
      ],
      [
        'a structural account whose way is not there',
        ({ structural }) => (structural.accounts[0]!.edges = ['DC GenericAll D']),
        ['DC GenericAll D needs other fixes than '],
      ],
    ])('is refused with %s', (_title, change, problems) => {
      const found = JSON.parse(JSON.stringify(planOf(estate))) as Changeable;
      change(found);
      expect(problemsOf(estate, found)).toEqual(problems);
    });
  });
});
