import { ApiProperty } from '@nestjs/swagger';
import { Count } from '../../../http/openapi/wire.dto.js';
import { type UploadStatus, uploadStatuses } from '../../../ingest/uploads/upload.js';

export class FileUploadFilesDto {
  @Count('Wait to be read.')
  readonly queued!: number;

  @Count('Are being read.')
  readonly reading!: number;

  @Count('Are read to their end, and are being written into the graph, which may take longer than reading did.')
  readonly writing!: number;

  @Count()
  readonly complete!: number;

  @Count('Of these, some failed or broke off.')
  readonly incomplete!: number;

  @Count('Of these, nothing is in the graph.')
  readonly failed!: number;
}

export class FileUploadProgressDto {
  @ApiProperty({
    type: 'integer',
    minimum: 0,
    maximum: 100,
    description: 'Of the bytes sent so far, those read; 99 until what was read of each file is in the graph.',
  })
  readonly percent!: number;

  @Count('Of the bytes sent so far, those read.')
  readonly bytes_done!: number;

  @Count('Bytes sent so far; of what came packed by gzip, unpacked.')
  readonly bytes_total!: number;

  @ApiProperty({
    type: 'integer',
    minimum: 0,
    nullable: true,
    description:
      'Bytes read since the first file was begun, by second; null before any are, and if no file is left to read.',
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

  @ApiProperty({ description: 'Name of the account that started it, at that time.' })
  readonly user_name!: string;

  @ApiProperty({ enum: uploadStatuses })
  readonly status!: UploadStatus;

  @ApiProperty({ description: 'The same in a few words, with numbers.' })
  readonly status_message!: string;

  @ApiProperty({ format: 'date-time' })
  readonly start_time!: string;

  @ApiProperty({ format: 'date-time', description: 'When something was sent last.' })
  readonly last_ingest!: string;

  @ApiProperty({
    type: 'string',
    format: 'date-time',
    nullable: true,
    description: 'When it stopped taking files; null where it still does.',
  })
  readonly end_time!: string | null;

  @ApiProperty({
    type: 'string',
    format: 'date-time',
    nullable: true,
    description: 'When it reached its end state; null where it has not.',
  })
  readonly finish_time!: string | null;

  @ApiProperty({
    type: 'string',
    format: 'uuid',
    nullable: true,
    description: 'The run of the analysis that sees its files; the `run_id` of data quality.',
  })
  readonly analysis_run_id!: string | null;

  @ApiProperty({
    type: 'string',
    format: 'date-time',
    nullable: true,
    description:
      'When its nodes and edges are removed unless a later collection sees them again (RETENTION_DATA); null if they are kept for good, and before a file is read.',
  })
  readonly data_expire_time!: string | null;

  @ApiProperty({
    type: 'string',
    format: 'date-time',
    nullable: true,
    description: 'The same of its sessions (RETENTION_SESSIONS).',
  })
  readonly session_expire_time!: string | null;

  @Count()
  readonly total_files!: number;

  @Count()
  readonly failed_files!: number;

  @ApiProperty()
  readonly progress!: FileUploadProgressDto;
}
