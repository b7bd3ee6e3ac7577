import { ConflictError } from '../../base/errors.js';
import { namesOf } from '../../base/values/names-of.js';

/** The states that may follow each state of an upload. States without a successor are final. */
const uploadTransitions = {
  /** Accepts files. An upload without files ends here: `complete`, or `timed_out` if it was idle. */
  running: ['ingesting', 'complete', 'timed_out'],
  /** Accepts no more files; some are not read yet. */
  ingesting: ['analyzing', 'failed', 'timed_out'],
  /** All files are read; the analysis of them has not ended. */
  analyzing: ['complete', 'partially_complete', 'timed_out'],
  complete: [],
  partially_complete: [],
  failed: [],
  timed_out: [],
} as const satisfies Readonly<Record<string, readonly string[]>>;

/** `incomplete`: a part of the file failed; `failed`: the file could not be read. */
const fileTransitions = {
  queued: ['reading'],
  /** Reading starts again if the process that reads dies. */
  reading: ['reading', 'complete', 'incomplete', 'failed'],
  complete: [],
  incomplete: [],
  failed: [],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export type UploadStatus = keyof typeof uploadTransitions;
export type UploadFileStatus = keyof typeof fileTransitions;

export const uploadStatuses = namesOf(uploadTransitions);
const uploadFileStatuses = namesOf(fileTransitions);

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

/** Why an attempt ended without a report: an error (failure), or a lost database or a stop of the process (interruption). */
export type AttemptFailure = 'failures' | 'interruptions';

/** Number of files of an upload by state. */
export type FileCounts = Readonly<Record<UploadFileStatus, number>>;

/** For a change that only a running upload permits. */
export function notRunning({ status }: Upload): ConflictError {
  const message = `the upload is ${status}; only a running upload accepts files and can be ended`;
  return ConflictError.at('upload.closed', 'status', message);
}

/** @throws Error if the transition is not in the table, which is a defect of the caller */
export function requireUploadTransition(from: UploadStatus, to: UploadStatus): void {
  const next: readonly UploadStatus[] = uploadTransitions[from];
  if (!next.includes(to)) throw new Error(`an upload can't change from ${from} to ${to}`);
}

/** The states from which a file may change to `to`. Writes have them as a condition, so that concurrent writes never go back. */
export function fileStatusesBefore(to: UploadFileStatus): readonly UploadFileStatus[] {
  const next: Transitions<UploadFileStatus> = fileTransitions;
  return uploadFileStatuses.filter((from) => next[from].includes(to));
}

type Transitions<Name extends string> = Readonly<Record<Name, readonly Name[]>>;
