import type { OverviewDto } from '../../api/schema.js';
import { counted, moment, number } from '../../base/format.js';

/** What the start knows. */
export interface Facts {
  readonly overview: OverviewDto;
  /** End of the last complete run of the analysis. */
  readonly analysedAt: string | null;
  readonly staleSince: string | null;
  readonly notes: readonly string[];
  /** Environments that are only mentioned. */
  readonly notCollected: readonly string[];
}

interface State {
  readonly name: string;
  readonly isSo: (facts: Facts) => boolean;
  readonly text: (facts: Facts) => string;
}

const zoneOf = ({ overview }: Facts) => overview.zones[0] ?? { accounts: 0, reaching: 0 };
const planOf = ({ overview }: Facts) => overview.plan ?? { exposed: 0, structural: 0, stages: [], steps: [] };
const firstOf = (facts: Facts) => planOf(facts).stages[1];

function exposed(facts: Facts): string {
  const { accounts, reaching } = zoneOf(facts);
  return `${number(reaching)} of ${counted(accounts, 'account')} can reach tier zero`;
}

const verb = (steps: number) => (steps === 1 ? 'leaves' : 'leave');
const left = (stays: number) => (stays === 0 ? 'none' : number(stays));

/** `12 changes leave 72, 44 leave none` */
function changes(facts: Facts): string {
  const { stages, structural } = planOf(facts);
  const [first, last] = [firstOf(facts), stages.at(-1)];
  if (!first || !last) return '';
  const isStructural = structural > 0 && last.remaining === structural;
  const rest = isStructural ? `the ${number(structural)} that no change cuts off` : left(last.remaining);
  const begin = `${counted(first.steps, 'change')} ${verb(first.steps)}`;
  return first === last ? `${begin} ${rest}` : `${begin} ${left(first.remaining)}, ${number(last.steps)} leave ${rest}`;
}

/** The states of the graph, and the sentence of each. The first one that is so is shown. */
export const states: readonly State[] = [
  {
    name: 'not analysed',
    isSo: ({ analysedAt }) => analysedAt === null,
    text: () => 'The data are not analysed yet: nobody knows who can reach tier zero.',
  },
  {
    name: 'not counted',
    isSo: ({ overview }) => overview.run_id === null,
    text: () => 'The accounts that can reach tier zero are counted after the next analysis.',
  },
  {
    name: 'tier zero is empty',
    isSo: ({ notes }) => notes.some((note) => note.startsWith('tier zero has no members')),
    text: () => 'Tier zero has no members, so nothing is known about ways into it.',
  },
  {
    name: 'no accounts',
    isSo: (facts) => zoneOf(facts).accounts === 0,
    text: () => 'The graph has no enabled accounts outside of tier zero.',
  },
  {
    name: 'nobody is exposed, as far as is known',
    isSo: (facts) => zoneOf(facts).reaching === 0 && doubtsOf(facts).length > 0,
    text: () => 'No enabled account has a known way to tier zero, but not everything is known.',
  },
  {
    name: 'nobody is exposed',
    isSo: (facts) => zoneOf(facts).reaching === 0,
    text: () => 'No enabled account has a known way to tier zero.',
  },
  {
    name: 'plan too large',
    isSo: ({ overview }) => overview.plan_state === 'too_large',
    text: (facts) => `${exposed(facts)}. The graph is too large for a plan against it.`,
  },
  {
    name: 'plan failed',
    isSo: ({ overview }) => overview.plan_state === 'failed',
    text: (facts) => `${exposed(facts)}. The plan against it failed.`,
  },
  {
    name: 'plan being made',
    isSo: ({ overview }) => overview.plan === null,
    text: (facts) => `${exposed(facts)}. The plan against it is being made.`,
  },
  {
    name: 'all structural',
    isSo: (facts) => firstOf(facts) === undefined,
    text: (facts) => `${exposed(facts)}, and no change cuts any of them off.`,
  },
  { name: 'plan', isSo: () => true, text: (facts) => `${exposed(facts)}; ${changes(facts)}.` },
];

/** The sentence of the present state. */
export function sentenceOf(facts: Facts): string {
  return states.find(({ isSo }) => isSo(facts))?.text(facts) ?? '';
}

/** Why the sentence may be too good. */
export function doubtsOf({ overview, analysedAt, staleSince, notes, notCollected }: Facts): string[] {
  const others = notes.filter((note) => !isSaidBySentence(note));
  return [
    ...(staleSince !== null && analysedAt !== null
      ? [`The data are newer than the analysis of ${moment(analysedAt)}.`]
      : []),
    ...(overview.run_id !== null && !overview.is_current
      ? ['An analysis has ended since. Its figures follow in a moment.']
      : []),
    ...(notCollected.length > 0 ? [`Not collected: ${notCollected.join(', ')}.`] : []),
    ...(overview.unknown_reach > 0
      ? [`${counted(overview.unknown_reach, 'role')} may reach members that are not known.`]
      : []),
    ...(overview.plan && !overview.plan.complete ? ['The search for stages ended at its limit.'] : []),
    ...others,
  ];
}

/** Notes on the state of the analysis, which the page says in its own words. */
function isSaidBySentence(note: string): boolean {
  return /^(no analysis has run|tier zero has no members|the graph changed after the analysis)/.test(note);
}
