import { ApiProperty } from '@nestjs/swagger';
import { Matches } from 'class-validator';

export class CreateSparePartRequest {
  @ApiProperty({ pattern: '^[a-z]{1,64}$', example: 'gear' })
  @Matches(/^[a-z]{1,64}$/, { message: 'takes 1 to 64 letters a-z' })
  readonly name!: string;
}
