import { ApiProperty } from '@nestjs/swagger';
import { RecordDto } from '../../../../http/record.dto.js';

const count = { type: 'integer', format: 'int32', minimum: 0 } as const;

export class DomainResultDto extends RecordDto {
  @ApiProperty({ type: 'integer', format: 'int32' })
  readonly job_id!: number;

  @ApiProperty({ example: 'CORP.EXAMPLE' })
  readonly domain_name!: string;

  @ApiProperty()
  readonly success!: boolean;

  @ApiProperty({ description: 'What went wrong; may be empty.' })
  readonly message!: string;

  @ApiProperty(count)
  readonly user_count!: number;

  @ApiProperty(count)
  readonly group_count!: number;

  @ApiProperty(count)
  readonly computer_count!: number;

  @ApiProperty(count)
  readonly gpo_count!: number;

  @ApiProperty(count)
  readonly ou_count!: number;

  @ApiProperty(count)
  readonly container_count!: number;

  @ApiProperty(count)
  readonly aiaca_count!: number;

  @ApiProperty(count)
  readonly rootca_count!: number;

  @ApiProperty(count)
  readonly enterpriseca_count!: number;

  @ApiProperty(count)
  readonly ntauthstore_count!: number;

  @ApiProperty(count)
  readonly certtemplate_count!: number;

  @ApiProperty(count)
  readonly deleted_count!: number;
}
