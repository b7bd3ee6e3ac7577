import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsBoolean, IsEmail, IsIn, IsOptional, ValidateIf } from 'class-validator';
import { IsPassword } from '../../passwords/is-password.decorator.js';
import { type Role, roles } from '../../permissions.js';

/** May be absent, but not null. */
export function MayBeAbsent(): PropertyDecorator {
  return ValidateIf((_, value) => value !== undefined);
}

export class UpdateAccountRequest {
  @ApiPropertyOptional({ enum: roles })
  @MayBeAbsent()
  @IsIn(roles)
  readonly role?: Role;

  @ApiPropertyOptional({ type: 'string', format: 'email', nullable: true, description: 'Null takes it away.' })
  @IsOptional()
  @IsEmail()
  readonly email?: string | null;

  @ApiPropertyOptional()
  @MayBeAbsent()
  @IsBoolean()
  readonly is_disabled?: boolean;

  @MayBeAbsent()
  @IsPassword({ optional: true })
  readonly password?: string;

  @ApiPropertyOptional({ description: 'Whether to delete all API tokens of the account, such as with a new password.' })
  @MayBeAbsent()
  @IsBoolean()
  readonly revoke_tokens?: boolean;
}
