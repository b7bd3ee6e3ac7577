import type { DomainResult } from './domain-result.js';
import type { FinishedStatus } from './job-status.js';
import type { JobEntity } from './job.entity.js';

/** One run of a collector, as stored. */
export type Job = JobEntity;

type Generated = 'id' | 'lastHeartbeatAt' | 'uploadId' | 'createdAt' | 'updatedAt' | 'deletedAt';
type OfRun = 'executionTime' | 'startTime' | 'endTime' | 'lastIngest' | 'status' | 'statusMessage' | 'logPath';

/** A job to be created in the state `ready`. A job on demand has neither an event nor an occurrence. */
export type NewJob = Omit<Job, Generated | OfRun>;

/** A job that ran before it was stored. */
export interface FinishedJob extends Omit<Job, Generated | 'occurrence'> {
  readonly status: FinishedStatus;
  readonly startTime: Date;
  readonly endTime: Date;
  readonly results: readonly DomainResult[];
}

/** How a client ends a job. The service also reads the data of a `failed` job. */
export interface JobEnd {
  readonly outcome: 'collected' | 'failed';
  readonly message: string;
}
