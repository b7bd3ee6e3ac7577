import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsEmail, IsIn, IsOptional, Matches } from 'class-validator';
import { IsPassword } from '../../passwords/is-password.decorator.js';
import { type Role, roles } from '../../permissions.js';
import { accountName, accountNameAllowed } from '../account.js';

export class CreateAccountRequest {
  @ApiProperty({ pattern: accountName.source, example: 'alice' })
  @Matches(accountName, { message: `takes ${accountNameAllowed}` })
  readonly name!: string;

  @ApiProperty({ enum: roles })
  @IsIn(roles)
  readonly role!: Role;

  @IsPassword()
  readonly password!: string;

  @ApiPropertyOptional({ type: 'string', format: 'email', nullable: true })
  @IsOptional()
  @IsEmail()
  readonly email?: string | null;
}
