import type { CollectionScope } from '../scope/collection-scope.dto.js';
import type { DomainResult } from './domain-result.js';
import type { FinishedStatus } from './job-status.js';
import type { JobEntity } from './job.entity.js';

/** One run of a collector, as stored. */
export type Job = JobEntity;

/** The scope of a job on demand. */
export interface JobOrder extends CollectionScope, Partial<Pick<Job, 'domainController'>> {}

/** The client that a job is created for, as stored at that moment. */
export interface JobOwner extends Pick<Job, 'domainController'> {
  readonly id: string;
  readonly name: string;
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

type Generated = 'id' | 'occurrence' | 'lastHeartbeatAt' | 'uploadId' | 'createdAt' | 'updatedAt' | 'deletedAt';

/** A job to be stored in any state, with its results. */
export interface JobRecord extends Omit<Job, Generated> {
  readonly results: readonly DomainResult[];
}

/** A job that ran before it was stored. */
export interface FinishedJob extends JobRecord {
  readonly status: FinishedStatus;
  readonly startTime: Date;
  readonly endTime: Date;
}
