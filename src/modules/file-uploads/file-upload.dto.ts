import { ApiProperty } from '@nestjs/swagger';
import { Count } from '../../http/openapi/wire.dto.js';
import { type FileMedia, type SpooledFile, type UploadStatus, uploadStatuses } from '../../ingest/uploads/upload.js';

class FileUploadFilesDto {
  @Count('Files that wait to be read.')
  readonly queued!: number;

  @Count('Files that are being read.')
  readonly reading!: number;

  @Count('Files that are read and are being written to the graph.')
  readonly writing!: number;

  @Count()
  readonly complete!: number;

  @Count('Files of which a part failed.')
  readonly incomplete!: number;

  @Count('Files of which nothing is in the graph.')
  readonly failed!: number;
}

class FileUploadProgressDto {
  @ApiProperty({
    type: 'integer',
    minimum: 0,
    maximum: 100,
    description: 'Share of the sent bytes that are read; at most 99 until all files are in the graph.',
  })
  readonly percent!: number;

  @Count('Sent bytes that are read.')
  readonly bytes_done!: number;

  @Count('Bytes sent so far, after decompression of gzip.')
  readonly bytes_total!: number;

  @ApiProperty({
    type: 'integer',
    minimum: 0,
    nullable: true,
    description: 'Average since the first file was started; null before that and when no file is left to read.',
  })
  readonly bytes_per_second!: number | null;

  @ApiProperty()
  readonly files!: FileUploadFilesDto;
}

export class FileUploadDto {
  @ApiProperty({ type: 'integer', format: 'int32', minimum: 1 })
  readonly id!: number;

  @ApiProperty({ type: 'string', format: 'uuid', nullable: true })
  readonly user_id!: string | null;

  @ApiProperty({ description: 'Name of the account that started the upload, at that time.' })
  readonly user_name!: string;

  @ApiProperty({ enum: uploadStatuses })
  readonly status!: UploadStatus;

  @ApiProperty({ description: 'Text that explains the status, with numbers.' })
  readonly status_message!: string;

  @ApiProperty({ format: 'date-time' })
  readonly start_time!: string;

  @ApiProperty({ format: 'date-time', description: 'Time of the last activity of the sender.' })
  readonly last_ingest!: string;

  @ApiProperty({
    type: 'string',
    format: 'date-time',
    nullable: true,
    description: 'Time from which no more files are accepted; null while the upload is `running`.',
  })
  readonly end_time!: string | null;

  @ApiProperty({
    type: 'string',
    format: 'date-time',
    nullable: true,
    description: 'Time of the final status; null before that.',
  })
  readonly finish_time!: string | null;

  @ApiProperty({
    type: 'string',
    format: 'uuid',
    nullable: true,
    description: 'The analysis run that includes its files; the `run_id` of data quality.',
  })
  readonly analysis_run_id!: string | null;

  @ApiProperty({
    type: 'string',
    format: 'date-time',
    nullable: true,
    description:
      'Time when its nodes and edges expire unless a later collection contains them (RETENTION_DATA); null if they do not expire, and before a file is read.',
  })
  readonly data_expire_time!: string | null;

  @ApiProperty({
    type: 'string',
    format: 'date-time',
    nullable: true,
    description: 'Time when its sessions expire (RETENTION_SESSIONS).',
  })
  readonly session_expire_time!: string | null;

  @Count()
  readonly total_files!: number;

  @Count()
  readonly failed_files!: number;

  @ApiProperty()
  readonly progress!: FileUploadProgressDto;
}

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
