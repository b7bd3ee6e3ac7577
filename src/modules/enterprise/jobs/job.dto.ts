import { ApiProperty } from '@nestjs/swagger';
import { ShortText } from '../../../http/input/rules.js';
import { RecordDto, NullInt32Dto, NullTimeDto } from '../../../http/openapi/wire.dto.js';
import { CollectionScopeDto, CollectionScopeRequest, toCollectionScope } from '../scope/collection-scope.dto.js';
import { domainResultCounts } from './domain-result.js';
import type { JobOrder } from './job.js';
import { type FinishedStatus, finishedStatuses, type JobStatus, jobStatuses } from './job-status.js';

class DomainResultDto extends RecordDto {
  @ApiProperty({ type: 'integer', format: 'int32' })
  readonly job_id!: number;

  @ApiProperty({ example: 'CORP.EXAMPLE' })
  readonly domain_name!: string;

  @ApiProperty()
  readonly success!: boolean;

  @ApiProperty({ description: 'Reasons for a failure; empty on success.' })
  readonly message!: string;
}

for (const name of domainResultCounts)
  ApiProperty({ type: 'integer', format: 'int32', minimum: 0 })(DomainResultDto.prototype, name);

export class JobDto extends CollectionScopeDto {
  @ApiProperty({ type: 'integer', format: 'int32' })
  readonly id!: number;

  @ApiProperty({ format: 'uuid', description: 'Id of the client.' })
  readonly client_id!: string;

  @ApiProperty({ description: 'Name of the client at the creation of the job.' })
  readonly client_name!: string;

  @ApiProperty({ description: 'Id of the event that created the job; not valid for a job on demand.' })
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

  @ApiProperty({ description: 'Empty if the client selects one.' })
  readonly domain_controller!: string;

  @ApiProperty({ type: [DomainResultDto] })
  readonly domain_results!: readonly DomainResultDto[];
}

/** A single job: also has the columns that lists only filter and sort by. */
export class JobRecordDto extends JobDto {
  @ApiProperty({ format: 'date-time' })
  readonly created_at!: string;

  @ApiProperty({ format: 'date-time' })
  readonly updated_at!: string;

  @ApiProperty()
  readonly deleted_at!: NullTimeDto;

  @ApiProperty({ description: 'Title of the event that created the job; empty if there is none.' })
  readonly event_title!: string;

  @ApiProperty({
    type: 'string',
    nullable: true,
    description: 'Path of the log on the machine of the collector; null if unknown.',
  })
  readonly log_path!: string | null;

  @ApiProperty({ type: 'string', format: 'date-time', nullable: true, description: 'When the last batch arrived.' })
  readonly last_ingest!: string | null;
}

/** A job after its collection. */
export class FinishedJobDto extends JobDto {
  @ApiProperty({ type: 'string', format: 'date-time', nullable: false })
  override readonly start_time!: string;

  @ApiProperty({ type: 'string', format: 'date-time', nullable: false, description: 'When the collection ended.' })
  override readonly end_time!: string;

  @ApiProperty({ enum: finishedStatuses })
  override readonly status!: FinishedStatus;
}

export class JobLogDto {
  @ApiProperty({
    description: 'One event a line: the time in UTC, a space, a text.',
    example: '2026-03-01T01:00:00.012Z ready: made by event 3\n2026-03-01T01:00:04.170Z running\n',
  })
  readonly log!: string;
}

export class CreateJobRequest extends CollectionScopeRequest {
  @ShortText({
    example: 'DC01.CORP.EXAMPLE',
    description: 'The domain controller to query. Default: that of the client.',
  })
  readonly domain_controller: string = '';
}

export function toJobOrder(body: CreateJobRequest): JobOrder {
  return { ...toCollectionScope(body), domainController: body.domain_controller };
}
