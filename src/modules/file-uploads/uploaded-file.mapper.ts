import type { UploadedFileDto } from './dto/uploaded-file.dto.js';
import type { UploadedFile } from './uploaded-file.js';

export function toUploadedFileDto({ id, uploadId, name, media, size, sha256 }: UploadedFile): UploadedFileDto {
  return { id: Number(id), file_upload_id: uploadId, name, media, size, sha256 };
}
