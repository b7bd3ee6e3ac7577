import type { AnalysisReport } from '../../analysis/runs/analysis-report.js';
import type { EnvironmentCounts } from '../../analysis/data-quality/data-quality-run.repository.js';
import type { AnalysisRunDto } from '../../modules/analysis-runs/analysis-runs.fields.js';
import type { CompletedTaskDto } from '../../modules/file-uploads/completed-tasks.fields.js';
import type { FileUploadDto } from '../../modules/file-uploads/file-uploads.fields.js';
import { progressBar } from '../output/progress-bars.js';
import { givenService, withStoredSession } from '../questions/with-service.js';
import { type ServiceClient, ServiceError } from '../questions/service-client.js';
import type { GivenService } from '../questions/service-options.js';
import type { IngestOutcome, ReportedFile } from './run-ingest.js';
import type { Terminal } from '../terminal.js';
import { type SentUpload, sendFiles, untilAnalysed } from './upload-files.js';

/** Uploads files to a service, waits until they are analysed, and reports as `ingest` does. */
export async function remoteIngest(
  terminal: Terminal,
  files: readonly string[],
  given: GivenService,
): Promise<IngestOutcome> {
  const service = givenService(await withStoredSession(given));
  const sending = progressBar(process.stderr);
  const sent = await sendFiles(service, files, sending.listener).finally(() => sending.stop());
  terminal.note(`upload ${sent.id}: ${sent.paths.size} of ${files.length} files were received`);
  const reading = progressBar(process.stderr);
  const upload = await untilAnalysed(service, sent.id, ({ status, progress }) =>
    reading.listener({
      path: status,
      bytes: progress.bytes_done,
      totalBytes: progress.bytes_total,
    }),
  ).finally(() => reading.stop());
  if (upload.status !== 'complete') terminal.note(`upload ${sent.id} is ${upload.status}: ${upload.status_message}`);
  const reports = [...(await readReports(service, sent)), ...sent.refused.map(refusedFile)];
  return {
    files: reports,
    complete: reports.every(({ status }) => status === 'complete'),
    keptDays: { data: keptDays(upload, 'data_expire_time'), sessions: keptDays(upload, 'session_expire_time') },
    analysis: upload.analysis_run_id === null ? null : await analysisOf(service, upload.analysis_run_id, terminal),
  };
}

/** Results of a page. Each has up to a hundred faults. */
const pageSize = 100;

async function readReports(service: ServiceClient, { id, paths }: SentUpload): Promise<ReportedFile[]> {
  const reports: ReportedFile[] = [];
  for (;;) {
    const query = { skip: reports.length, limit: pageSize };
    const { data } = await service.getJson<{ data: readonly CompletedTaskDto[] }>(
      `/api/v2/file-upload/${id}/completed-tasks`,
      { query },
    );
    reports.push(...data.map((task) => reportOf(task, paths.get(task.file_id) ?? task.file_name)));
    if (data.length < pageSize) return reports;
  }
}

function reportOf(task: CompletedTaskDto, file: string): ReportedFile {
  const path = task.path === null ? file : `${file}!${task.path}`;
  const { status, format, type, records, nodes, edges, ignored, changes, fault_count: faultCount } = task;
  return {
    path,
    status,
    format,
    type,
    records,
    nodes,
    edges,
    ignored,
    changes: changes && {
      nodesCreated: changes.nodes_created,
      nodesChanged: changes.nodes_changed,
      edgesCreated: changes.edges_created,
      edgesChanged: changes.edges_changed,
      edgesRemoved: changes.edges_removed,
    },
    faultCount,
    faults: task.faults.map(({ list, record, field, reason }) => ({ path, list, record, field, reason })),
  };
}

function refusedFile({ path, reason }: SentUpload['refused'][number]): ReportedFile {
  const nothing = { format: null, type: null, records: 0, nodes: {}, edges: {}, ignored: {}, changes: null };
  const fault = { path, list: null, record: null, field: null, reason };
  return { path, status: 'failed', ...nothing, faultCount: 1, faults: [fault] };
}

const dayMs = 86_400_000;

/** The setting of the service, from the time when the data of an upload expire: at the end of a day (UTC). 0: never. */
function keptDays(upload: FileUploadDto, time: 'data_expire_time' | 'session_expire_time'): number {
  const expires = upload[time];
  if (expires === null) return 0;
  return Math.floor(Date.parse(expires) / dayMs) - Math.floor(Date.parse(upload.start_time) / dayMs) - 1;
}

/** @returns null after a note, if the account of the token may upload but not read */
async function analysisOf(
  service: ServiceClient,
  runId: string,
  terminal: Terminal,
): Promise<IngestOutcome['analysis']> {
  try {
    const { data: run } = await service.getJson<{ data: AnalysisRunDto }>(`/api/v2/analysis/runs/${runId}`);
    if (!run.summary) return null;
    const { graph_version: version, unchanged, edges, skipped, tier_zero: tierZero, data_quality } = run.summary;
    const report = {
      runId,
      version,
      unchanged,
      edges,
      skipped,
      tierZero,
      dataQuality: data_quality,
    } satisfies Partial<AnalysisReport>;
    const domains = await environmentsOf(service, runId, 'domain', '/api/v2/ad-domains', 'domainsid');
    const tenants = await environmentsOf(service, runId, 'tenant', '/api/v2/cloud-tenants', 'tenantid');
    return { ...report, environments: [...domains, ...tenants] };
  } catch (error) {
    if (!(error instanceof ServiceError && error.status === 403)) throw error;
    terminal.note('the account of the token may not read the results of the analysis');
    return null;
  }
}

const everything = { query: { limit: 10_000 } };

/** The counts of all environments of a type. @param id the name of the property that identifies one */
async function environmentsOf(
  service: ServiceClient,
  runId: string,
  type: EnvironmentCounts['type'],
  path: string,
  id: 'domainsid' | 'tenantid',
): Promise<EnvironmentCounts[]> {
  const { data } = await service.getJson<{ data: readonly Readonly<Record<typeof id | 'name', string>>[] }>(
    path,
    everything,
  );
  const all = data.map((row) => countsOf(service, runId, { type, name: row.name, path: `${path}/${row[id]}` }));
  return (await Promise.all(all)).flat();
}

/** The counts that the run wrote; none if it did not count the environment. */
async function countsOf(
  service: ServiceClient,
  runId: string,
  { path, ...environment }: Pick<EnvironmentCounts, 'type' | 'name'> & { readonly path: string },
): Promise<EnvironmentCounts[]> {
  const { data } = await service.getJson<{ data: readonly Readonly<Record<string, unknown>>[] }>(
    `${path}/data-quality-stats`,
    { query: { limit: 1 } },
  );
  return data
    .filter((row) => row['run_id'] === runId)
    .map((row) => ({
      ...environment,
      counts: Object.fromEntries(
        Object.entries(row).flatMap(([name, value]) =>
          typeof value === 'number' && name !== 'id' ? [[name, value]] : [],
        ),
      ),
    }));
}
