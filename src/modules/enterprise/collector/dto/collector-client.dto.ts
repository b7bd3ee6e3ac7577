import { ApiProperty, getSchemaPath } from '@nestjs/swagger';
import { ClientDto } from '../../clients/dto/client.dto.js';
import { JobRecordDto } from '../../jobs/dto/job.dto.js';

export class CollectorClientDto extends ClientDto {
  @ApiProperty({
    nullable: true,
    allOf: [{ $ref: getSchemaPath(JobRecordDto) }],
    description: 'The job that it runs: one that it has begun before it was restarted.',
  })
  readonly current_job!: JobRecordDto | null;
}
