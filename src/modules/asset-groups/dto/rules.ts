import { ApiProperty } from '@nestjs/swagger';
import { Matches } from 'class-validator';
import { applyDecorators } from '@nestjs/common';

function text(pattern: RegExp, allowed: string): (example: string) => PropertyDecorator {
  return (example) =>
    applyDecorators(
      ApiProperty({ type: 'string', pattern: pattern.source, example }),
      Matches(pattern, { message: `takes ${allowed}` }),
    );
}

/** What people read. */
export const Name = text(
  /^(?!\s)\P{Cc}{1,256}(?<!\s)$/u,
  'a text of 1 to 256 characters without control characters, and without space at its ends',
);

/** What programs read; nodes list the tags they have with spaces between them. */
export const Tag = text(/^[A-Za-z0-9_.-]{1,64}$/, 'a text of 1 to 64 letters, digits, _, - and .');

export const ObjectId = text(
  /^(?!\s)\P{Cc}{1,1024}(?<!\s)$/u,
  'an object id of 1 to 1024 characters without control characters',
);
