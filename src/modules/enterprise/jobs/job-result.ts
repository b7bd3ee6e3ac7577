import type { CollectedData, CollectedEnvironment } from '../../../ingest/uploads/collected-data.repository.js';
import type { Upload } from '../../../ingest/uploads/upload.js';
import { countsOfKinds, type DomainResult, noCounts } from './domain-result.js';
import type { FinishedStatus, JobStatus } from './job-status.js';

/** Further faults are counted, not listed. */
export const maxLoggedFaults = 1_000;

export interface NamedDomain {
  readonly id: string;
  readonly name: string;
}

/** A job after its collection. */
export interface SendingJob {
  /** The state by which the job ended before its collection was complete, or null. */
  readonly cutOff: JobStatus | null;
  /** The domains and tenants in the scope of the job. */
  readonly domains: readonly NamedDomain[];
}

export interface JobResult {
  readonly status: FinishedStatus & ('complete' | 'partially_complete' | 'failed');
  readonly message: string;
  readonly results: readonly DomainResult[];
  /** Lines for the log of the job. */
  readonly lines: readonly string[];
}

/** Computes the final state of a job from the state of its files. */
export function jobResult(upload: Upload, sender: SendingJob, data: CollectedData): JobResult {
  const { statusMessage, analysisRunId } = upload;
  const omitted = data.faultCount - data.faults.length;
  return {
    status: statusOf(upload),
    message: statusMessage,
    results:
      data.files === 0 ? [] : [...data.environments.map((it) => resultOf(it, sender, data)), ...missing(sender, data)],
    lines: [
      `read: ${statusMessage}`,
      ...data.faults,
      ...(omitted > 0 ? [`and ${omitted} more faults`] : []),
      ...(analysisRunId === null ? [] : [`analysed by run ${analysisRunId}`]),
    ],
  };
}

function statusOf({ status }: Upload): JobResult['status'] {
  return status === 'complete' || status === 'failed' ? status : 'partially_complete';
}

function resultOf(
  { name, kinds, files, broken }: CollectedEnvironment,
  { cutOff }: SendingJob,
  { failed }: CollectedData,
): DomainResult {
  const faults = [
    ...(cutOff === null ? [] : [`the job was ${cutOff} before it had collected everything`]),
    ...(broken === 0 ? [] : [`${broken} of ${files} files were incomplete`]),
    ...(failed === 0 ? [] : [`${failed} unreadable files may contain its data`]),
  ];
  return { domainName: name, success: faults.length === 0, message: faults.join('; '), counts: countsOfKinds(kinds) };
}

/** Results of domains in the scope of the job that no file describes. */
function missing({ domains }: SendingJob, { environments }: CollectedData): DomainResult[] {
  const found = new Set(environments.map(({ id }) => id));
  return domains
    .filter(({ id }) => !found.has(id))
    .map(({ name }) => ({ domainName: name, success: false, message: 'no data was received', counts: noCounts }));
}
