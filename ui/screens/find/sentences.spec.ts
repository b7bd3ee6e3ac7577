import { describe, expect, it } from '@jest/globals';
import { doubtsOf, type Facts, sentenceOf, states } from './sentences.js';

type Overview = Facts['overview'];
type Plan = NonNullable<Overview['plan']>;

const stage = (steps: number, remaining: number) => ({
  steps,
  remaining,
  cost: steps,
  cost_so_far: steps,
  proven: true,
  comes_back: 0,
  checked: true,
  opened: 0,
});

const plan: Plan = {
  exposed: 3273,
  structural: 0,
  complete: true,
  stages: [stage(0, 3273), stage(12, 72), stage(44, 0)],
  steps: [],
  notes: [],
};

const overview: Overview = {
  run_id: 'b7e0',
  is_current: true,
  version: 83,
  finished_at: '2026-11-29T03:12:00.000Z',
  zones: [{ id: 1, name: 'Admin Tier Zero', accounts: 3475, reaching: 3273, environments: [] }],
  unknown_reach: 0,
  plan_state: 'made',
  plan,
};

const facts: Facts = {
  overview,
  analysedAt: '2026-11-29T03:12:00.000Z',
  staleSince: null,
  notes: [],
  notCollected: [],
};

const withOverview = (changes: Partial<Overview>): Facts => ({ ...facts, overview: { ...overview, ...changes } });
const withPlan = (changes: Partial<Plan>): Facts => withOverview({ plan: { ...plan, ...changes } });
const zone = (accounts: number, reaching: number) => [{ ...overview.zones[0]!, accounts, reaching }];
const nobody = withOverview({ zones: zone(3475, 0) });
const none = { run_id: null, zones: [], plan_state: 'none', plan: null } as const;

const exposed = '3,273 of 3,475 accounts can reach tier zero';

const cases: readonly (readonly [state: string, facts: Facts, sentence: string])[] = [
  [
    'not analysed',
    { ...withOverview(none), analysedAt: null },
    'The data are not analysed yet: nobody knows who can reach tier zero.',
  ],
  ['not counted', withOverview(none), 'The accounts that can reach tier zero are counted after the next analysis.'],
  [
    'tier zero is empty',
    { ...nobody, notes: ['tier zero has no members: no selector finds a node'] },
    'Tier zero has no members, so nothing is known about ways into it.',
  ],
  ['no accounts', withOverview({ zones: zone(0, 0) }), 'The graph has no enabled accounts outside of tier zero.'],
  [
    'nobody is exposed, as far as is known',
    { ...nobody, notCollected: ['BIRCH.LOCAL'] },
    'No enabled account has a known way to tier zero, but not everything is known.',
  ],
  ['nobody is exposed', nobody, 'No enabled account has a known way to tier zero.'],
  [
    'plan too large',
    withOverview({ plan_state: 'too_large', plan: null }),
    `${exposed}. The graph is too large for a plan against it.`,
  ],
  ['plan failed', withOverview({ plan_state: 'failed', plan: null }), `${exposed}. The plan against it failed.`],
  [
    'plan being made',
    withOverview({ plan_state: 'pending', plan: null }),
    `${exposed}. The plan against it is being made.`,
  ],
  [
    'all structural',
    withPlan({ structural: 3273, stages: [stage(0, 3273)] }),
    `${exposed}, and no change cuts any of them off.`,
  ],
  ['plan', facts, `${exposed}; 12 changes leave 72, 44 leave none.`],
];

describe('the sentence of the start', () => {
  it('has a test for each state', () => {
    expect(cases.map(([name]) => name)).toEqual(states.map(({ name }) => name));
  });

  it.each(cases)('says %s', (name, given, sentence) => {
    expect([states.find(({ isSo }) => isSo(given))?.name, sentenceOf(given)]).toEqual([name, sentence]);
  });

  it('names the rest that no change cuts off, and a plan of one stage', () => {
    const rest = withPlan({ structural: 5, stages: [stage(0, 3273), stage(12, 72), stage(44, 5)] });
    expect(sentenceOf(rest)).toBe(`${exposed}; 12 changes leave 72, 44 leave the 5 that no change cuts off.`);
    expect(sentenceOf(withPlan({ stages: [stage(0, 3273), stage(1, 0)] }))).toBe(`${exposed}; 1 change leaves none.`);
  });

  it('says why it may be too good', () => {
    const doubtful: Facts = {
      ...withOverview({ is_current: false, unknown_reach: 2, plan: { ...plan, complete: false } }),
      staleSince: '2026-11-29T08:00:00.000Z',
      notes: ['the graph changed after the analysis of 2026-11-29T03:12:00.000Z: …', 'something else'],
      notCollected: ['BIRCH.LOCAL', 'OAK.LOCAL'],
    };
    expect(doubtsOf(doubtful)).toEqual([
      expect.stringMatching(/^The data are newer than the analysis of .*2026.*\.$/),
      'An analysis has ended since. Its figures follow in a moment.',
      'Not collected: BIRCH.LOCAL, OAK.LOCAL.',
      '2 roles may reach members that are not known.',
      'The search for stages ended at its limit.',
      'something else',
    ]);
    expect(doubtsOf(facts)).toEqual([]);
  });
});
