import { ApiProperty } from '@nestjs/swagger';
import { IsInt, Max, Min } from 'class-validator';

const most = 2_147_483_647;

export class StartJobRequest {
  @ApiProperty({ type: 'integer', format: 'int32', minimum: 1, maximum: most, description: 'Id of the job.' })
  @IsInt({ message: 'takes an integer' })
  @Min(1, { message: `takes 1 to ${most}` })
  @Max(most, { message: `takes 1 to ${most}` })
  readonly id!: number;
}
