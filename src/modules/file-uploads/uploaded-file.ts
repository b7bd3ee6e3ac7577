import type { SpooledFile } from '../../ingest/uploads/upload.js';

/** A file that was taken and waits to be read. */
export interface UploadedFile extends SpooledFile {
  readonly id: string;
  readonly uploadId: number;
}
