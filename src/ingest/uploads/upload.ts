import type { UploadFileStatus, UploadStatus } from './upload-status.js';

/** Who hands files in. */
export interface IngestAccount {
  /** Null where it is no account. */
  readonly id: string | null;
  /** As it was then: uploads outlive their account. */
  readonly name: string;
}

/** `upload`: an account hands them in. `collection`: a collection client does, as an upload of its own bids it, which also ends it. */
export type UploadKind = 'upload' | 'collection';

/** Files that somebody hands in together, from the first to the analysis that has seen them all. */
export interface Upload {
  readonly id: number;
  readonly kind: UploadKind;
  readonly account: IngestAccount;
  readonly status: UploadStatus;
  readonly statusMessage: string;
  readonly startedAt: Date;
  readonly lastActivityAt: Date;
  /** When it stopped taking files. */
  readonly endedAt: Date | null;
  /** When it reached its end state. */
  readonly finishedAt: Date | null;
  /** The run of the analysis that sees its files. */
  readonly analysisRunId: string | null;
}

/** What a file holds by its first bytes. */
export type FileMedia = 'json' | 'zip';

/** A file that lies in the spool. */
export interface SpooledFile {
  /** As the sender calls it. */
  readonly name: string;
  readonly media: FileMedia;
  readonly spoolKey: string;
  /** Bytes that lie in the spool. */
  readonly size: number;
  /** Of the bytes as they were sent, or of what a client collected as they lie in the spool; in hex. */
  readonly sha256: string;
}

/** A file that is to be read now. */
export interface FileToRead extends SpooledFile {
  readonly id: string;
  readonly uploadId: number;
  /** How often it was taken, this time included. */
  readonly attempts: number;
  /** Earlier attempts that ended with an error of their own. */
  readonly failures: number;
  /** Earlier attempts whose process ended without a report: it was killed or ran out of memory. */
  readonly deaths: number;
}

/** How an attempt to read a file ended without a report: by an error of its own, or because the database went away or the process was stopped. */
export type AttemptEnd = 'failures' | 'interruptions';

/** How many files of an upload there are in each state. */
export type FileCounts = Readonly<Record<UploadFileStatus, number>>;
