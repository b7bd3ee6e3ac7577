import { ApiProperty } from '@nestjs/swagger';
import type { FileMedia, SpooledFile } from '../../ingest/uploads/upload.js';

export class UploadedFileDto {
  @ApiProperty({ type: 'integer', minimum: 1 })
  readonly id!: number;

  @ApiProperty({ type: 'integer', format: 'int32', minimum: 1 })
  readonly file_upload_id!: number;

  @ApiProperty({ description: '`X-File-Upload-Name`; `upload.json` or `upload.zip` if the header is absent.' })
  readonly name!: string;

  @ApiProperty({ enum: ['json', 'zip'], description: 'Type by the first bytes after decompression of gzip.' })
  readonly media!: FileMedia;

  @ApiProperty({ type: 'integer', minimum: 1, description: 'Bytes after decompression of gzip.' })
  readonly size!: number;

  @ApiProperty({ pattern: '^[0-9a-f]{64}$', description: 'Digest of the body as sent.' })
  readonly sha256!: string;
}

/** An accepted file that waits to be read. */
export interface UploadedFile extends SpooledFile {
  readonly id: string;
  readonly uploadId: number;
}

export function toUploadedFileDto({ id, uploadId, name, media, size, sha256 }: UploadedFile): UploadedFileDto {
  return { id: Number(id), file_upload_id: uploadId, name, media, size, sha256 };
}
