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
  /** Whether it is limited to a tag or to an environment. */
  readonly place: 'tag' | 'environment' | null;
  readonly capability?: Capability;
}

/** Each occasion of an alert by its name. The names are in the database and in CloudEvents. */
export const occasions = {
  'tier_zero.changed': { cause: 'run', condition: ['kinds'], place: 'tag' },
  'way.new': { cause: 'run', condition: ['least_accounts'], place: 'environment' },
  'exposure.above': { cause: 'run', condition: ['percent!'], place: 'environment' },
  'exposure.below': { cause: 'run', condition: ['percent!'], place: 'environment' },
  'analysis.failed': { cause: 'run', condition: [], place: null },
  'account.administrator_added': { cause: 'audit', condition: [], place: null },
  'token.created_for_administrator': { cause: 'audit', condition: [], place: null },
  'login.failures': { cause: 'audit', condition: [], place: null },
  'upload.failed': { cause: 'upload', condition: [], place: null },
  'job.failed': { cause: 'job', condition: [], place: null, capability: 'jobs' },
  'collector.silent': { cause: 'silence', condition: ['of!', 'hours!'], place: 'environment' },
  'plan.step_done': { cause: 'plan', condition: ['plan'], place: null },
  'plan.step_returned': { cause: 'plan', condition: ['plan'], place: null },
  'finding.new': { cause: 'run', condition: ['types', 'least_severity'], place: 'environment', capability: 'findings' },
  'finding.returned': {
    cause: 'run',
    condition: ['types', 'least_severity'],
    place: 'environment',
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
