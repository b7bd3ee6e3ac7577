import type { Capability } from '../../base/catalogue/capabilities.js';
import { namesOf } from '../../base/values/names-of.js';

/**
 * What ends, so that the rules of an occasion are evaluated. `plan`: the comparison of a kept plan with a run; `silence`: nothing ends,
 * time passes.
 */
export type AlertCause = 'run' | 'upload' | 'job' | 'audit' | 'plan' | 'silence';

interface OccasionDescription {
  readonly cause: AlertCause;
  /** Members of the condition that it has; those with `!` are required. */
  readonly condition: readonly string[];
  /** What limits it. */
  readonly places: readonly ('tag' | 'environment')[];
  readonly capability?: Capability;
}

/** Each occasion of an alert by its name. The names are in the database and in CloudEvents. */
export const occasions = {
  'tier_zero.changed': { cause: 'run', condition: ['kinds'], places: ['tag'] },
  'way.new': { cause: 'run', condition: ['least_accounts'], places: ['tag', 'environment'] },
  'exposure.above': { cause: 'run', condition: ['percent!'], places: ['tag', 'environment'] },
  'exposure.below': { cause: 'run', condition: ['percent!'], places: ['tag', 'environment'] },
  'analysis.failed': { cause: 'run', condition: [], places: [] },
  'account.administrator_added': { cause: 'audit', condition: [], places: [] },
  'token.created_for_administrator': { cause: 'audit', condition: [], places: [] },
  'login.failures': { cause: 'audit', condition: [], places: [] },
  'upload.failed': { cause: 'upload', condition: [], places: [] },
  'job.failed': { cause: 'job', condition: [], places: [], capability: 'jobs' },
  'collector.silent': { cause: 'silence', condition: ['of!', 'hours!'], places: ['environment'] },
  'plan.step_done': { cause: 'plan', condition: ['plan'], places: [] },
  'plan.step_returned': { cause: 'plan', condition: ['plan'], places: [] },
  'finding.new': {
    cause: 'run',
    condition: ['types', 'least_severity'],
    places: ['environment'],
    capability: 'findings',
  },
  'finding.returned': {
    cause: 'run',
    condition: ['types', 'least_severity'],
    places: ['environment'],
    capability: 'findings',
  },
} as const satisfies Readonly<Record<string, OccasionDescription>>;

export type Occasion = keyof typeof occasions;

export function describedOccasion(name: Occasion): OccasionDescription {
  return occasions[name];
}

/** The occasions whose rules are evaluated for what has ended. */
export function occasionsOf(cause: AlertCause): Occasion[] {
  return namesOf(occasions).filter((name) => occasions[name].cause === cause);
}
