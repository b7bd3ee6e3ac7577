import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { ValidateBy } from 'class-validator';
import { isPassword, passwordAllowed, passwordLength } from './password-rule.js';

/** A property that takes a new password. */
export function IsPassword({ optional = false }: { readonly optional?: boolean } = {}): PropertyDecorator {
  return applyDecorators(
    ApiProperty({ type: 'string', required: !optional, minLength: passwordLength.min, maxLength: passwordLength.max }),
    ValidateBy(
      { name: 'isPassword', validator: { validate: (value) => typeof value === 'string' && isPassword(value) } },
      { message: `takes a password of ${passwordAllowed}` },
    ),
  );
}
