import type { CollectionScope } from '../scope/collection-scope.js';
import type { DomainResult } from './domain-result.js';
import { type FinishedStatus, type JobStatus, isFinished, requireTransition } from './job-status.js';

export interface JobDraft extends CollectionScope {
  readonly clientId: string;
  /** Name of the client when the job was made: jobs outlive their client. */
  readonly clientName: string;
  /** The event that made the job; null for one made on demand. */
  readonly eventId: number | null;
  readonly eventTitle: string | null;
  /** When the job is due. */
  readonly executionTime: Date;
  /** Empty lets the client find one by itself. */
  readonly domainController: string;
}

/** One collection run. */
export interface Job extends JobDraft {
  readonly status: JobStatus;
  readonly statusMessage: string;
  readonly startTime: Date | null;
  /** When its collection ended. */
  readonly endTime: Date | null;
  readonly lastIngest: Date | null;
  readonly logPath: string | null;
}

/** A job that ran already, as a record of it tells. */
export interface FinishedJobDraft extends JobDraft {
  /** Null for a job that was canceled before it began. */
  readonly startTime: Date | null;
  readonly endTime: Date;
  readonly lastIngest: Date | null;
  readonly logPath: string | null;
  readonly status: FinishedStatus;
  readonly statusMessage: string;
  readonly results: readonly DomainResult[];
}

/** Object ids are kept as the graph keeps them, in upper case. */
export function readyJob(draft: JobDraft): Job {
  return {
    ...draft,
    ous: draft.ous.map((id) => id.toUpperCase()),
    domains: draft.domains.map((id) => id.toUpperCase()),
    status: 'ready',
    statusMessage: '',
    startTime: null,
    endTime: null,
    lastIngest: null,
    logPath: null,
  };
}

/**
 * The job in its next state, which it reached at `at`. A job that ends before it began has begun when it ended, so that every
 * finished job has both times.
 * @throws ConflictError where `to` may not follow
 */
export function advance(job: Job, to: JobStatus, at: Date): Job {
  requireTransition(job.status, to);
  if (to === 'running') return { ...job, status: to, startTime: at };
  if (isFinished(job.status)) return { ...job, status: to };
  return { ...job, status: to, startTime: job.startTime ?? at, endTime: at };
}
