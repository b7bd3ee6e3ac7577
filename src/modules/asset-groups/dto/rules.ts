import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import { Matches } from 'class-validator';
import { applyDecorators } from '@nestjs/common';

type SchemaRule = Pick<ApiPropertyOptions, 'pattern' | 'minLength' | 'maxLength'>;

function text(pattern: RegExp, schema: SchemaRule, allowed: string): (example: string) => PropertyDecorator {
  return (example) =>
    applyDecorators(
      ApiProperty({ type: 'string', ...schema, example }),
      Matches(pattern, { message: `takes ${allowed}` }),
    );
}

/** Without control characters, and without space at either end; in the part of regular expressions that all languages share. */
const trimmed = String.raw`^[^\s\x00-\x1F\x7F-\x9F]([^\x00-\x1F\x7F-\x9F]*[^\s\x00-\x1F\x7F-\x9F])?$`;

/** What people read. */
export const Name = text(
  /^(?!\s)\P{Cc}{1,256}(?<!\s)$/u,
  { pattern: trimmed, minLength: 1, maxLength: 256 },
  'a text of 1 to 256 characters without control characters, and without space at its ends',
);

/** What programs read; nodes list the tags they have with spaces between them. */
export const Tag = text(
  /^[A-Za-z0-9_.-]{1,64}$/,
  { pattern: '^[A-Za-z0-9_.-]{1,64}$' },
  'a text of 1 to 64 letters, digits, _, - and .',
);

export const ObjectId = text(
  /^(?!\s)\P{Cc}{1,1024}(?<!\s)$/u,
  { pattern: trimmed, minLength: 1, maxLength: 1024 },
  'an object id of 1 to 1024 characters without control characters',
);
