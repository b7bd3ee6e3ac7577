import { ApiProperty } from '@nestjs/swagger';
import { IsString, MaxLength } from 'class-validator';
import { IsPassword } from '../../passwords/is-password.decorator.js';
import { passwordLength } from '../../passwords/password-rule.js';

export class ChangePasswordRequest {
  @ApiProperty({ maxLength: passwordLength.max })
  @IsString()
  @MaxLength(passwordLength.max)
  readonly current!: string;

  @IsPassword()
  readonly new!: string;
}
