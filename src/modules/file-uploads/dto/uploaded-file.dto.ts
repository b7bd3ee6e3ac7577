import { ApiProperty } from '@nestjs/swagger';
import type { FileMedia } from '../../../ingest/uploads/upload.js';

export class UploadedFileDto {
  @ApiProperty({ type: 'integer', minimum: 1 })
  readonly id!: number;

  @ApiProperty({ type: 'integer', format: 'int32', minimum: 1 })
  readonly file_upload_id!: number;

  @ApiProperty({ description: '`X-File-Upload-Name`; `upload.json` or `upload.zip` where that is absent.' })
  readonly name!: string;

  @ApiProperty({ enum: ['json', 'zip'], description: 'What it is by its first bytes, after gzip is undone.' })
  readonly media!: FileMedia;

  @ApiProperty({ type: 'integer', minimum: 1, description: 'Bytes, after gzip is undone.' })
  readonly size!: number;

  @ApiProperty({ pattern: '^[0-9a-f]{64}$', description: 'Of the body as it was sent.' })
  readonly sha256!: string;
}
