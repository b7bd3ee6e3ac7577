import type { FileReport, IngestReport } from '../ingest-report.js';
import type { UploadStatus } from './upload-status.js';
import type { FileCounts } from './upload.js';

export interface FileOutcome {
  readonly status: FileReport['status'];
  /** Null where all of it was read. */
  readonly reason: string | null;
  readonly payloads: readonly FileReport[];
}

export interface UploadOutcome {
  readonly status: Extract<UploadStatus, 'complete' | 'partially_complete' | 'failed' | 'timed_out'>;
  readonly message: string;
}

/** @param report what reading the file gave, or why it could not be read */
export function outcomeOfFile(report: IngestReport | string): FileOutcome {
  if (typeof report === 'string') return { status: 'failed', reason: report, payloads: [unread(report)] };
  const { files: payloads, complete } = report;
  if (complete && payloads.length > 0) return { status: 'complete', reason: null, payloads };
  if (payloads.length === 0) return outcomeOfFile('there is nothing in it');
  const failed = payloads.filter(({ status }) => status === 'failed').length;
  return { status: failed === payloads.length ? 'failed' : 'incomplete', reason: reasonOf(payloads), payloads };
}

/** Stands for a file of which nothing is known but that it could not be read. */
function unread(reason: string): FileReport {
  const fault = { path: '', list: null, record: null, field: null, reason };
  const nothing = { records: 0, nodes: {}, edges: {}, ignored: {}, environments: {}, changes: null };
  return { path: '', status: 'failed', format: null, type: null, ...nothing, faultCount: 1, faults: [fault] };
}

function reasonOf(payloads: readonly FileReport[]): string {
  const [first] = payloads;
  if (payloads.length === 1) return first?.faults.findLast(({ record }) => record === null)?.reason ?? 'it broke off';
  const bad = payloads.filter(({ status }) => status !== 'complete').length;
  return `${bad} of ${payloads.length} files in it failed or broke off`;
}

/**
 * The end of an upload whose files have all ended.
 * @param silence what there is to say where it ended by its silence
 * @param analysisFailure why the analysis that was to see its files failed
 */
export function outcomeOfUpload(
  files: FileCounts,
  silence: string | null,
  analysisFailure: string | null = null,
): UploadOutcome {
  const outcome = outcomeOfFiles(files);
  const message = analysisFailure === null ? outcome.message : `${outcome.message}; the analysis failed`;
  if (silence !== null) return { status: 'timed_out', message: `${silence}; ${message}` };
  const status = analysisFailure !== null && outcome.status === 'complete' ? 'partially_complete' : outcome.status;
  return { status, message };
}

function outcomeOfFiles({ complete, incomplete, failed }: FileCounts): UploadOutcome {
  const all = complete + incomplete + failed;
  if (all === 0) return { status: 'complete', message: 'no file was sent' };
  if (complete === all) return { status: 'complete', message: `all files were read: ${all}` };
  if (failed === all) return { status: 'failed', message: `no file could be read: ${all}` };
  return { status: 'partially_complete', message: `of ${all} files ${failed} failed and ${incomplete} are incomplete` };
}
