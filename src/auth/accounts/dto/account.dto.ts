import { ApiProperty } from '@nestjs/swagger';
import { NullTimeDto } from '../../../http/wire.js';
import { type Role, roles } from '../../permissions.js';

export class AccountDto {
  @ApiProperty({ format: 'uuid' })
  readonly id!: string;

  @ApiProperty({ example: 'alice' })
  readonly name!: string;

  @ApiProperty({ type: 'string', nullable: true })
  readonly email!: string | null;

  @ApiProperty({ enum: roles })
  readonly role!: Role;

  @ApiProperty()
  readonly is_disabled!: boolean;

  @ApiProperty({ format: 'date-time' })
  readonly created_at!: string;

  @ApiProperty({ format: 'date-time' })
  readonly updated_at!: string;

  @ApiProperty()
  readonly last_login!: NullTimeDto;
}
