import type { CollectionScope } from '../scope/collection-scope.js';
import type { DomainResult } from './domain-result.js';
import type { FinishedStatus, JobStatus } from './job-status.js';

/** One run of a collector. */
export interface Job extends CollectionScope {
  readonly clientId: string;
  /** The name of the client at creation: jobs outlive their client. */
  readonly clientName: string;
  /** The event that created the job; null for a job on demand. */
  readonly eventId: number | null;
  readonly eventTitle: string | null;
  /** When the job is due. */
  readonly executionTime: Date;
  /** Empty if the client selects one. */
  readonly domainController: string;
  readonly status: JobStatus;
  readonly statusMessage: string;
  readonly startTime: Date | null;
  /** When the collection ended. */
  readonly endTime: Date | null;
  readonly lastIngest: Date | null;
  readonly logPath: string | null;
}

/** A stored job. */
export interface JobRun extends Job {
  readonly id: number;
  readonly lastHeartbeatAt: Date | null;
  /** Id of its upload (src/ingest/uploads); null until its first batch. */
  readonly uploadId: number | null;
}

/** The scope of a job on demand. */
export interface JobOrder extends CollectionScope {
  /** Default: that of the client. */
  readonly domainController?: string;
}

/** The client that a job is created for, as stored at that moment. */
export interface JobOwner {
  readonly id: string;
  readonly name: string;
  readonly domainController: string;
}

/** A job to be created in the state `ready`. */
export interface ReadyDraft extends JobOrder {
  readonly owner: JobOwner;
  /** The event and its occurrence; null for a job on demand. */
  readonly event: { readonly id: number; readonly title: string; readonly occurrence: Date } | null;
}

/** How a client ends a job. The service also reads the data of a `failed` job. */
export interface JobEnd {
  readonly outcome: 'collected' | 'failed';
  readonly message: string;
}

/** A running job that receives a batch, and its upload. */
export interface ReceivingJob {
  readonly jobId: number;
  readonly uploadId: number;
}

/** A job that ran before it was stored. */
export interface FinishedJob extends Job {
  readonly status: FinishedStatus;
  readonly startTime: Date;
  readonly endTime: Date;
  readonly results: readonly DomainResult[];
}
