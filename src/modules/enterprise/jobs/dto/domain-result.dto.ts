import { ApiProperty } from '@nestjs/swagger';
import { domainResultCounts } from '../domain-result.js';
import { RecordDto } from '../../../../http/openapi/wire.dto.js';

export class DomainResultDto extends RecordDto {
  @ApiProperty({ type: 'integer', format: 'int32' })
  readonly job_id!: number;

  @ApiProperty({ example: 'CORP.EXAMPLE' })
  readonly domain_name!: string;

  @ApiProperty()
  readonly success!: boolean;

  @ApiProperty({ description: 'What went wrong; may be empty.' })
  readonly message!: string;
}

for (const name of domainResultCounts)
  ApiProperty({ type: 'integer', format: 'int32', minimum: 0 })(DomainResultDto.prototype, name);
