import type { CollectedData, CollectedEnvironment } from '../../../ingest/uploads/collected-data.js';
import { deletedKind } from '../../../ingest/environments.js';
import type { Upload } from '../../../ingest/uploads/upload.js';
import type { DomainResult } from './job.js';
import type { JobResult, SendingJob } from './job-run.js';

/** The log of a job tells so many faults; the others are counted. */
export const mostFaultsTold = 1_000;

/** The kinds of a directory and of a tenant that a count stands for. */
const kindsOfCounts = {
  userCount: ['User', 'AZUser'],
  groupCount: ['Group', 'AZGroup'],
  computerCount: ['Computer', 'AZDevice'],
  gpoCount: ['GPO'],
  ouCount: ['OU'],
  containerCount: ['Container'],
  aiacaCount: ['AIACA'],
  rootcaCount: ['RootCA'],
  enterprisecaCount: ['EnterpriseCA'],
  ntauthstoreCount: ['NTAuthStore'],
  certtemplateCount: ['CertTemplate'],
  deletedCount: [deletedKind],
} as const satisfies Readonly<Record<string, readonly string[]>>;

type Counts = Pick<DomainResult, keyof typeof kindsOfCounts>;

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
  return { domainName: name, success: faults.length === 0, message: faults.join('; '), ...countsOf(kinds) };
}

/** Domains that the job was to collect from, and of which nothing came. */
function missing({ domains }: SendingJob, { environments }: CollectedData): DomainResult[] {
  const found = new Set(environments.map(({ id }) => id));
  return domains
    .filter(({ id }) => !found.has(id))
    .map(({ name }) => ({ domainName: name, success: false, message: 'nothing of it came', ...countsOf({}) }));
}

function countsOf(kinds: CollectedEnvironment['kinds']): Counts {
  const count = (name: keyof Counts) => kindsOfCounts[name].reduce((sum, kind) => sum + (kinds[kind] ?? 0), 0);
  return {
    userCount: count('userCount'),
    groupCount: count('groupCount'),
    computerCount: count('computerCount'),
    gpoCount: count('gpoCount'),
    ouCount: count('ouCount'),
    containerCount: count('containerCount'),
    aiacaCount: count('aiacaCount'),
    rootcaCount: count('rootcaCount'),
    enterprisecaCount: count('enterprisecaCount'),
    ntauthstoreCount: count('ntauthstoreCount'),
    certtemplateCount: count('certtemplateCount'),
    deletedCount: count('deletedCount'),
  };
}
