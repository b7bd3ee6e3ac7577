import type { CollectedData, CollectedEnvironment } from '../../../ingest/uploads/collected-data.repository.js';
import type { Upload } from '../../../ingest/uploads/upload.js';
import { countsOfKinds, type DomainResult, noCounts } from './domain-result.js';
import type { JobResult, SendingJob } from './job-run.js';

/** The log of a job tells so many faults; the others are counted. */
export const mostFaultsTold = 1_000;

/** What a job comes to by what it sent, of which all has been read, and analysed where there was anything in it. */
export function jobResult(upload: Upload, sender: SendingJob, data: CollectedData): JobResult {
  const { statusMessage, analysisRunId } = upload;
  const untold = data.faultCount - data.faults.length;
  return {
    status: statusOf(upload),
    message: statusMessage,
    results:
      data.files === 0 ? [] : [...data.environments.map((it) => resultOf(it, sender, data)), ...missing(sender, data)],
    lines: [
      `read: ${statusMessage}`,
      ...data.faults,
      ...(untold > 0 ? [`and ${untold} more faults`] : []),
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
    ...(broken === 0 ? [] : [`of ${files} files ${broken} broke off`]),
    ...(failed === 0 ? [] : [`what could not be read may have been of it; such files: ${failed}`]),
  ];
  return { domainName: name, success: faults.length === 0, message: faults.join('; '), counts: countsOfKinds(kinds) };
}

/** Domains that the job was to collect from, and of which nothing came. */
function missing({ domains }: SendingJob, { environments }: CollectedData): DomainResult[] {
  const found = new Set(environments.map(({ id }) => id));
  return domains
    .filter(({ id }) => !found.has(id))
    .map(({ name }) => ({ domainName: name, success: false, message: 'nothing of it came', counts: noCounts }));
}
