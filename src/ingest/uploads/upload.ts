import { ConflictError } from '../../base/errors.js';
import type { FileStatus } from '../ingest-report.js';

export const uploadStatuses = [
  /** Accepts files. An upload without files ends here: `complete`, or `timed_out` if it was idle. */
  'running',
  /** Accepts no more files; some are not read yet. If none can be read, it ends here: `failed` or `timed_out`. */
  'ingesting',
  /** All files are read; the analysis of them has not ended. */
  'analyzing',
  'complete',
  'partially_complete',
  'failed',
  'timed_out',
] as const;
export type UploadStatus = (typeof uploadStatuses)[number];

/** Reading starts again if the process that reads dies. */
export type UploadFileStatus = 'queued' | 'reading' | FileStatus;

/** The account that uploads, or the client if it is no account. */
export interface IngestAccount {
  /** Null for a client. */
  readonly id: string | null;
  /** The name at the start of the upload, because uploads outlive accounts. */
  readonly name: string;
}

/** `upload`: started and ended by an account. `collection`: by a job of a client. */
export type UploadKind = 'upload' | 'collection';

/** Files sent in together, from the first file to the end of their analysis (docs/adr/0016-uploads.md). */
export interface Upload {
  readonly id: number;
  readonly kind: UploadKind;
  readonly account: IngestAccount;
  readonly status: UploadStatus;
  readonly statusMessage: string;
  readonly startedAt: Date;
  /** The time of the final state. */
  readonly finishedAt: Date | null;
  /** The analysis run that includes the files. */
  readonly analysisRunId: string | null;
}

/** The type of a file, detected by its first bytes. */
export type FileMedia = 'json' | 'zip';

/** A complete file in the spool. */
export interface SpooledFile {
  /** The name given by the sender. */
  readonly name: string;
  readonly media: FileMedia;
  readonly spoolKey: string;
  /** Bytes in the spool. */
  readonly size: number;
  /** Hex digest of the bytes as sent; for files of collection clients, of the bytes in the spool. */
  readonly sha256: string;
}

/** A file to read now. */
export interface FileToRead extends Pick<SpooledFile, 'name' | 'spoolKey' | 'size'> {
  readonly id: string;
  readonly uploadId: number;
  /** Id of the account, or the name of the client. */
  readonly sender: string;
  /** Number of attempts, including this one. */
  readonly attempts: number;
  /** Earlier attempts that failed with an error. */
  readonly failures: number;
  /** Earlier attempts that ended without a report, because the process died. A thread that runs out of memory is a failure. */
  readonly deaths: number;
}

/** Number of files of an upload by state. */
export type FileCounts = Readonly<Record<UploadFileStatus, number>>;

/** For a change that only a running upload permits. */
export function notRunning({ status }: Upload): ConflictError {
  const message = `the upload is ${status}; only a running upload accepts files and can be ended`;
  return ConflictError.at('upload.closed', 'status', message);
}
