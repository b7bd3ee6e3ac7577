import { ApiProperty } from '@nestjs/swagger';
import { NullTimeDto } from '../../../http/wire.js';

export class ApiTokenDto {
  @ApiProperty({ format: 'uuid', description: 'Public: what follows the keyword in the Authorization header.' })
  readonly id!: string;

  @ApiProperty()
  readonly name!: string;

  @ApiProperty({ format: 'uuid', description: 'The account in whose name the token signs.' })
  readonly user_id!: string;

  @ApiProperty({ format: 'date-time' })
  readonly created_at!: string;

  @ApiProperty({ format: 'date-time' })
  readonly updated_at!: string;

  @ApiProperty()
  readonly expires_at!: NullTimeDto;

  @ApiProperty({ description: 'When it was last used, to the minute.' })
  readonly last_access!: NullTimeDto;
}

export class CreatedApiTokenDto extends ApiTokenDto {
  @ApiProperty({ description: 'Secret, and shown this once. Its text is the key of signatures.' })
  readonly key!: string;
}
