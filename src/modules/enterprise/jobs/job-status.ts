import { ConflictError } from '../../../base/errors.js';

/** What may follow each state of a job (docs/jobs.md). States without a successor are final. */
const transitions = {
  ready: ['running', 'canceled'],
  running: ['ingesting', 'failed', 'timed_out', 'canceled'],
  ingesting: ['analyzing', 'failed'],
  analyzing: ['complete', 'partially_complete', 'failed'],
  complete: [],
  partially_complete: [],
  failed: [],
  canceled: [],
  timed_out: [],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export type JobStatus = keyof typeof transitions;

/** The states of a job whose collection has ended. */
export type FinishedStatus = Exclude<JobStatus, 'ready' | 'running'>;

/** Every state, in the order in which jobs pass them. */
export const jobStatuses = Object.keys(transitions).filter((name): name is JobStatus =>
  Object.hasOwn(transitions, name),
);

export const finishedStatuses = jobStatuses.filter(isFinished);

export function isFinished(status: JobStatus): status is FinishedStatus {
  return status !== 'ready' && status !== 'running';
}

export function successorsOf(status: JobStatus): readonly JobStatus[] {
  return transitions[status];
}

/** The states that `to` may follow: the condition of its write, so that what several do at once never goes backwards. */
export function statusesBefore(to: JobStatus): readonly JobStatus[] {
  return jobStatuses.filter((from) => successorsOf(from).includes(to));
}

/** @throws ConflictError that names the state of the job and what may follow it */
export function requireTransition(from: JobStatus, to: JobStatus): void {
  const next = successorsOf(from);
  if (next.includes(to)) return;
  const follows = next.length > 0 ? `it can become ${next.join(', ')}` : 'that state is final';
  throw new ConflictError([
    { code: 'job.wrong_state', context: 'status', message: `the job is ${from} and can't become ${to}; ${follows}` },
  ]);
}

/** The states that a job passes from `from`, exclusive, to `to`; empty where no way leads there. */
export function pathBetween(from: JobStatus, to: JobStatus): readonly JobStatus[] {
  if (successorsOf(from).includes(to)) return [to];
  for (const next of successorsOf(from)) {
    const rest = pathBetween(next, to);
    if (rest.length > 0) return [next, ...rest];
  }
  return [];
}
