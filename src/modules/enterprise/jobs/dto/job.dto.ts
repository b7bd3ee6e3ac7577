import { ApiProperty } from '@nestjs/swagger';
import { CollectionScopeDto } from '../../scope/collection-scope.dto.js';
import { NullInt32Dto, NullTimeDto } from '../../../../http/openapi/wire.dto.js';
import { type JobStatus, jobStatuses } from '../job-status.js';
import { DomainResultDto } from './domain-result.dto.js';

export class JobDto extends CollectionScopeDto {
  @ApiProperty({ type: 'integer', format: 'int32' })
  readonly id!: number;

  @ApiProperty({ format: 'uuid', description: 'The collection client.' })
  readonly client_id!: string;

  @ApiProperty({ description: 'Name of the client when the job was made.' })
  readonly client_name!: string;

  @ApiProperty({ description: 'The event that made the job; not valid for a job on demand.' })
  readonly event_id!: NullInt32Dto;

  @ApiProperty({ format: 'date-time', description: 'When the job was due.' })
  readonly execution_time!: string;

  @ApiProperty({ type: 'string', format: 'date-time', nullable: true })
  readonly start_time!: string | null;

  @ApiProperty({ type: 'string', format: 'date-time', nullable: true, description: 'When the collection ended.' })
  readonly end_time!: string | null;

  @ApiProperty({ enum: jobStatuses })
  readonly status!: JobStatus;

  @ApiProperty()
  readonly status_message!: string;

  @ApiProperty({ description: 'Empty where the client finds one by itself.' })
  readonly domain_controller!: string;

  @ApiProperty({ type: [DomainResultDto] })
  readonly domain_results!: readonly DomainResultDto[];
}

/** A job by itself, not in a list: with the columns that lists only filter and sort by. */
export class JobRecordDto extends JobDto {
  @ApiProperty({ format: 'date-time' })
  readonly created_at!: string;

  @ApiProperty({ format: 'date-time' })
  readonly updated_at!: string;

  @ApiProperty()
  readonly deleted_at!: NullTimeDto;

  @ApiProperty({ description: 'Title of the event that made the job; empty if there is none.' })
  readonly event_title!: string;

  @ApiProperty({
    type: 'string',
    nullable: true,
    description: 'Where the collector keeps its own log, if it is known.',
  })
  readonly log_path!: string | null;

  @ApiProperty({ type: 'string', format: 'date-time', nullable: true, description: 'When the last batch arrived.' })
  readonly last_ingest!: string | null;
}
