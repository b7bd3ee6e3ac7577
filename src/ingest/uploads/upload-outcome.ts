import type { FileReport, IngestReport } from '../ingest-report.js';
import type { FileCounts, Upload, UploadStatus } from './upload.js';

export interface FileOutcome {
  readonly status: FileReport['status'];
  /** Null if the whole file was read. */
  readonly reason: string | null;
  readonly payloads: readonly FileReport[];
}

export interface LockedUpload extends Upload {
  readonly timeoutReason: string | null;
}

/** The next state of an upload, with the other values that change. */
export interface UploadChange extends Partial<Pick<LockedUpload, 'timeoutReason' | 'analysisRunId'>> {
  readonly status: UploadStatus;
  readonly message: string;
}

/** @param report or the reason why the file could not be read */
export function outcomeOfFile(report: IngestReport | string): FileOutcome {
  if (typeof report === 'string') return { status: 'failed', reason: report, payloads: [unread(report)] };
  const { files: payloads, complete } = report;
  if (complete && payloads.length > 0) return { status: 'complete', reason: null, payloads };
  if (payloads.length === 0) return outcomeOfFile('there is nothing in it');
  const failed = payloads.filter(({ status }) => status === 'failed').length;
  return { status: failed === payloads.length ? 'failed' : 'incomplete', reason: reasonOf(payloads), payloads };
}

/** The report of a file that could not be read. */
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

/** Computes the state after the end of an upload. @param timeoutReason null unless it timed out */
export function afterEnd(files: FileCounts, timeoutReason: string | null): UploadChange {
  const isEmpty = Object.values(files).every((count) => count === 0);
  const next: UploadChange = isEmpty
    ? outcomeOfUpload(files, timeoutReason)
    : { status: 'ingesting', message: timeoutReason ?? 'its files are being read' };
  return { ...next, timeoutReason };
}

/**
 * Computes the final state of an upload from the states of its files.
 * @param timeoutReason null if the upload did not time out
 * @param analysisFailure the error of the analysis of its files, if it failed
 */
export function outcomeOfUpload(
  files: FileCounts,
  timeoutReason: string | null,
  analysisFailure: string | null = null,
): UploadChange {
  const outcome = outcomeOfFiles(files);
  const message =
    analysisFailure === null ? outcome.message : `${outcome.message}; the analysis failed: ${analysisFailure}`;
  if (timeoutReason !== null) return { status: 'timed_out', message: `${timeoutReason}; ${message}` };
  const status = analysisFailure !== null && outcome.status === 'complete' ? 'partially_complete' : outcome.status;
  return { status, message };
}

function outcomeOfFiles({ complete, incomplete, failed }: FileCounts): UploadChange {
  const all = complete + incomplete + failed;
  if (all === 0) return { status: 'complete', message: 'no file was sent' };
  if (complete === all) return { status: 'complete', message: `all files were read: ${all}` };
  if (failed === all) return { status: 'failed', message: `no file could be read: ${all}` };
  return { status: 'partially_complete', message: `of ${all} files ${failed} failed and ${incomplete} are incomplete` };
}
