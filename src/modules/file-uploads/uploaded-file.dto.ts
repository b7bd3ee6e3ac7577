import { type JsonOf, shape } from '../../http/fields/fields.js';
import { memory } from '../../http/fields/memory.js';
import type { SpooledFile } from '../../ingest/uploads/upload.js';

export const uploadedFileShape = shape('UploadedFileDto', {
  id: memory.integer({ minimum: 1 }),
  file_upload_id: memory.int32({ minimum: 1 }),
  name: memory.text('`X-File-Upload-Name`; `upload.json` or `upload.zip` if the header is absent.'),
  media: memory.choice(['json', 'zip'])('Type by the first bytes after decompression of gzip.'),
  size: memory.integer({ minimum: 1, description: 'Bytes after decompression of gzip.' }),
  sha256: memory.text({ pattern: '^[0-9a-f]{64}$', description: 'Digest of the body as sent.' }),
});
export type UploadedFileDto = JsonOf<typeof uploadedFileShape.fields>;

/** An accepted file that waits to be read. */
export interface UploadedFile extends SpooledFile {
  readonly id: string;
  readonly uploadId: number;
}

export function toUploadedFileDto({ id, uploadId, name, media, size, sha256 }: UploadedFile): UploadedFileDto {
  return { id: Number(id), file_upload_id: uploadId, name, media, size, sha256 };
}
