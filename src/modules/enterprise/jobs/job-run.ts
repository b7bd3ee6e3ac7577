import type { CollectionScope } from '../scope/collection-scope.js';
import type { DomainResult } from './domain-result.js';
import type { Job } from './job.js';
import type { FinishedStatus, JobStatus } from './job-status.js';

/** A job with what its life needs. */
export interface JobRun extends Job {
  readonly id: number;
  /** When its client last said that it is at it. */
  readonly lastHeartbeatAt: Date | null;
  /** What it has sent (src/ingest/uploads); null until its first batch. */
  readonly uploadId: number | null;
}

/** What a job on demand is to collect. */
export interface JobOrder extends CollectionScope {
  /** Empty or absent takes that of the client. */
  readonly domainController?: string;
}

/** A job that is to be made. Its client's name and domain controller are those of that moment. */
export interface ReadyDraft extends JobOrder {
  readonly clientId: string;
  /** The event whose occurrence it is for; null for one made on demand. */
  readonly event: { readonly id: number; readonly title: string; readonly occurrence: Date } | null;
}

/** How its client ends a job: `failed` gives up, what was sent is read nonetheless. */
export interface JobEnd {
  readonly outcome: 'collected' | 'failed';
  readonly message: string;
}

export interface NamedDomain {
  readonly id: string;
  readonly name: string;
}

/** A job whose collection has ended. */
export interface SendingJob {
  /** The state by which it ended before all was collected; null where it came to its end. */
  readonly cutOff: JobStatus | null;
  /** The domains and tenants that it was to collect from, where it names any. */
  readonly domains: readonly NamedDomain[];
}

/** What has come of what a job sent. */
export interface JobResult {
  readonly status: FinishedStatus & ('complete' | 'partially_complete' | 'failed');
  readonly message: string;
  readonly results: readonly DomainResult[];
  /** For its log. */
  readonly lines: readonly string[];
}

/** A running job that takes a batch, and the upload that the batch belongs to. */
export interface ReceivingJob {
  readonly jobId: number;
  readonly uploadId: number;
}
