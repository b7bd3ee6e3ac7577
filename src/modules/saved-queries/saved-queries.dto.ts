import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { Matches, ValidateIf } from 'class-validator';
import { RecordDto } from '../../http/openapi/wire.dto.js';

export class SavedQueryDto extends RecordDto {
  @ApiProperty({
    type: 'string',
    format: 'uuid',
    nullable: true,
    description: 'The account that saved the query; null for a query of the service.',
  })
  readonly user_id!: string | null;

  @ApiProperty({ example: 'Users with a path to tier zero' })
  readonly name!: string;

  @ApiProperty({ example: 'MATCH (u:User) RETURN u LIMIT 10' })
  readonly query!: string;

  @ApiProperty({ description: 'Empty if there is none.' })
  readonly description!: string;

  @ApiProperty({ example: 'owned', description: '`owned`, or `public` for a query of the service.' })
  readonly scope!: string;
}

interface TextRule {
  /** For the OpenAPI document; it has no syntax that a tool could refuse. */
  readonly pattern: string;
  readonly minLength: number;
  readonly maxLength: number;
  /** Takes linear time for any text. */
  readonly accepts: RegExp;
  readonly allowed: string;
}

interface TextOptions {
  readonly description: string;
  readonly example?: string;
  readonly required: boolean;
}

function text({ accepts, allowed, ...schema }: TextRule): (options: TextOptions) => PropertyDecorator {
  return (options) =>
    applyDecorators(
      ApiProperty({ type: 'string', ...schema, ...options }),
      Matches(accepts, { message: `takes ${allowed}` }),
      ...(options.required ? [] : [ValidateIf((_body, value) => value !== undefined)]),
    );
}

const Name = text({
  pattern: String.raw`^[^\s\x00-\x1F\x7F-\x9F]([^\x00-\x1F\x7F-\x9F]*[^\s\x00-\x1F\x7F-\x9F])?$`,
  minLength: 1,
  maxLength: 256,
  accepts: /^(?!\s)\P{Cc}{1,256}(?<!\s)$/u,
  allowed: 'a text of 1 to 256 characters without control characters, and without space at its ends',
});

const Query = text({
  pattern: String.raw`^[^\x00-\x08\x0B\x0C\x0E-\x1F\x7F]*$`,
  minLength: 1,
  maxLength: 65_536,
  accepts: /^(?=\s*\S)[\P{Cc}\t\r\n]{1,65536}$/u,
  allowed: 'a Cypher query of 1 to 65536 characters, without control characters except tabs and line breaks',
});

const Description = text({
  pattern: String.raw`^[^\x00-\x08\x0B\x0C\x0E-\x1F\x7F]*$`,
  minLength: 0,
  maxLength: 4096,
  accepts: /^[\P{Cc}\t\r\n]{0,4096}$/u,
  allowed: 'a text of at most 4096 characters, without control characters except tabs and line breaks',
});

const ofName = { description: 'Unique among the queries of the account.', example: 'Users with a path to tier zero' };
const ofQuery = {
  description: 'A Cypher query. It is stored as sent.',
  example: 'MATCH (u:User) RETURN u LIMIT 10',
};
const ofDescription = { description: 'What the query finds.', required: false };

export class CreateSavedQueryRequest {
  @Name({ ...ofName, required: true })
  readonly name!: string;

  @Query({ ...ofQuery, required: true })
  readonly query!: string;

  @Description(ofDescription)
  readonly description?: string;
}

/** Absent properties stay unchanged. */
export class UpdateSavedQueryRequest {
  @Name({ ...ofName, required: false })
  readonly name?: string;

  @Query({ ...ofQuery, required: false })
  readonly query?: string;

  @Description(ofDescription)
  readonly description?: string;
}
