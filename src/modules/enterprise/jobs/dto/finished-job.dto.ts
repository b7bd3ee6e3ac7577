import { ApiProperty } from '@nestjs/swagger';
import { type FinishedStatus, finishedStatuses } from '../job-status.js';
import { JobDto } from './job.dto.js';

/** A job whose collection has ended: it has a start and an end. */
export class FinishedJobDto extends JobDto {
  @ApiProperty({ type: 'string', format: 'date-time', nullable: false })
  override readonly start_time!: string;

  @ApiProperty({ type: 'string', format: 'date-time', nullable: false, description: 'When the collection ended.' })
  override readonly end_time!: string;

  @ApiProperty({ enum: finishedStatuses })
  override readonly status!: FinishedStatus;
}
