import { applyDecorators } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional, type ApiPropertyOptions } from '@nestjs/swagger';
import { IsOptional, Matches, ValidateIf } from 'class-validator';

/** The greatest number of the type integer of PostgreSQL. */
export const maxInt32 = 2_147_483_647;

/** The property may be absent, but not null. */
export function MayBeAbsent(): PropertyDecorator {
  return ValidateIf((_, value) => value !== undefined);
}

const namePattern = /^(?!\s)\P{Cc}{1,256}(?<!\s)$/u;

export function isPlainName(name: string): boolean {
  return namePattern.test(name);
}

export const isName = Matches(namePattern, {
  message: 'takes a text of 1 to 256 characters without control characters, and without space at its ends',
});

export const objectIdPattern = /^(?!\s)\P{Cc}{1,1024}(?<!\s)$/u;
const isObjectId = Matches(objectIdPattern, {
  message: 'takes an object id of 1 to 1024 characters without control characters',
});

export const isDescription = Matches(/^[\P{Cc}\t\r\n]{0,4096}$/u, {
  message: 'takes a text of at most 4096 characters, without control characters except tabs and line breaks',
});

interface TextOptions {
  readonly description: string;
  readonly example?: string;
  /** True by default. */
  readonly required?: boolean;
}

/**
 * Creates the decorator of a property. A property that is not required may be absent, and null if it is nullable.
 * @param schema its pattern has only syntax that every OpenAPI tool accepts
 */
export function property(
  rule: PropertyDecorator,
  schema: ApiPropertyOptions,
): (options?: ApiPropertyOptions) => PropertyDecorator {
  return (options = {}) =>
    applyDecorators(
      ApiProperty(Object.assign({}, schema, options)),
      rule,
      ...(options.required === false ? [options.nullable ? IsOptional() : MayBeAbsent()] : []),
    );
}

/** As {@link property}, of a text, which needs a description. */
export function text(
  rule: PropertyDecorator,
  schema: Pick<ApiPropertyOptions, 'pattern' | 'minLength' | 'maxLength'>,
): (options: TextOptions) => PropertyDecorator {
  return property(rule, Object.assign({ type: 'string' as const }, schema));
}

/** No control characters, no space at either end. */
const trimmed = String.raw`^[^\s\x00-\x1F\x7F-\x9F]([^\x00-\x1F\x7F-\x9F]*[^\s\x00-\x1F\x7F-\x9F])?$`;

export const Name = text(isName, { pattern: trimmed, minLength: 1, maxLength: 256 });
export const ObjectId = text(isObjectId, { pattern: trimmed, minLength: 1, maxLength: 1024 });

/** A text of one line, empty by default. */
export function ShortText(options: { readonly description?: string; readonly example?: string }): PropertyDecorator {
  return applyDecorators(
    ApiPropertyOptional({ maxLength: 255, default: '', ...options }),
    Matches(/^\P{Cc}{0,255}$/u, { message: 'takes at most 255 characters without control characters' }),
  );
}
