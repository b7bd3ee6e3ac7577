import { ConflictError, NotFoundError } from '../../../base/errors.js';
import { namesOf } from '../../../base/values/names-of.js';

/** The successors of each state of a job (docs/jobs.md). A state without successors is final. */
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

/** All states, in the order of a job's life. */
export const jobStatuses = namesOf(transitions);

export const finishedStatuses = jobStatuses.filter(isFinished);

function isFinished(status: JobStatus): status is FinishedStatus {
  return status !== 'ready' && status !== 'running';
}

export function successorsOf(status: JobStatus): readonly JobStatus[] {
  return transitions[status];
}

/** The states that may become `to`. Writes use them as their condition, so that concurrent writes never move a job to an earlier state. */
export function statusesBefore(to: JobStatus): readonly JobStatus[] {
  return jobStatuses.filter((from) => successorsOf(from).includes(to));
}

/** @throws ConflictError with the state and its successors if `to` is not one of them */
export function requireTransition(from: JobStatus, to: JobStatus): void {
  const next = successorsOf(from);
  if (next.includes(to)) return;
  const follows = next.length > 0 ? `it can become ${next.join(', ')}` : 'that state is final';
  throw ConflictError.at('job.wrong_state', 'status', `the job is ${from} and can't become ${to}; ${follows}`);
}

/** The states after `from` up to `to`; empty if `to` cannot be reached. */
export function pathBetween(from: JobStatus, to: JobStatus): readonly JobStatus[] {
  if (successorsOf(from).includes(to)) return [to];
  for (const next of successorsOf(from)) {
    const rest = pathBetween(next, to);
    if (rest.length > 0) return [next, ...rest];
  }
  return [];
}

export function noSuchJob(id: number): NotFoundError {
  return new NotFoundError('path.job_id', `there is no job ${id}`);
}

export function runsAnother(): ConflictError {
  const message = 'the client is running another job; that must end first';
  return ConflictError.at('job.already_running', 'status', message);
}

/** For a change that was refused although the job is now in a state that permits it. */
export function changedMeanwhile(): ConflictError {
  const message = 'the job was changed meanwhile; try again';
  return ConflictError.at('job.wrong_state', 'status', message);
}
