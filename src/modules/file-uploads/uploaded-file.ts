import type { SpooledFile } from '../../ingest/jobs/ingest-job.js';

/** A file that was taken and waits to be read. */
export interface UploadedFile extends SpooledFile {
  readonly id: string;
  readonly jobId: number;
}
