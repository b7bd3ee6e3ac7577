import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { ArrayMaxSize, IsArray, IsBoolean, IsOptional, Matches } from 'class-validator';
import { InvalidInputError } from '../../base/errors.js';
import { uuid, uuidAllowed } from '../../base/values/uuid.js';
import { type JsonOf, shape } from '../../http/fields/fields.js';
import { memory } from '../../http/fields/memory.js';
import { isDescription, Name, text } from '../../http/input/rules.js';

/** No control characters except tabs and line breaks. */
const lines = String.raw`^[^\x00-\x08\x0B\x0C\x0E-\x1F\x7F]*$`;

/** Takes linear time for any text. */
const isQuery = Matches(/^(?=\s*\S)[\P{Cc}\t\r\n]{1,65536}$/u, {
  message: 'takes a Cypher query of 1 to 65536 characters, without control characters except tabs and line breaks',
});

const Query = text(isQuery, { pattern: lines, minLength: 1, maxLength: 65_536 });
const Description = text(isDescription, { pattern: lines, minLength: 0, maxLength: 4096 });

const ofName = { description: 'Unique among the queries of the account.', example: 'Users with a path to tier zero' };
const ofQuery = {
  description: 'A Cypher query. It is stored as sent.',
  example: 'MATCH (u:User) RETURN u LIMIT 10',
};
const ofDescription = { description: 'A description of its results.', required: false };
const ofCategory = { description: 'Groups queries.', required: false };

export class CreateSavedQueryRequest {
  @Name({ ...ofName, required: true })
  readonly name!: string;

  @Query({ ...ofQuery, required: true })
  readonly query!: string;

  @Description(ofDescription)
  readonly description?: string;

  @Description(ofCategory)
  readonly category?: string;
}

/** Absent properties stay unchanged. */
export class UpdateSavedQueryRequest {
  @Name({ ...ofName, required: false })
  readonly name?: string;

  @Query({ ...ofQuery, required: false })
  readonly query?: string;

  @Description(ofDescription)
  readonly description?: string;

  @Description(ofCategory)
  readonly category?: string;
}

const mostAccounts = 1000;

export function AccountIds(description: string): PropertyDecorator {
  return applyDecorators(
    ApiProperty({ type: [String], format: 'uuid', required: false, description, maxItems: mostAccounts }),
    IsOptional(),
    IsArray({ message: 'takes a list of ids of accounts' }),
    ArrayMaxSize(mostAccounts, { message: `takes at most ${mostAccounts} accounts` }),
    Matches(uuid, { each: true, message: `takes ${uuidAllowed}` }),
  );
}

/** Of {@link AccountIds} as `user_ids`. */
export function noSuchAccount(): InvalidInputError {
  const message = 'takes ids of accounts; one of them has none';
  return InvalidInputError.at('body.invalid_value', 'body.user_ids', message);
}

/** Without `public`, everybody no longer reads the query; without accounts, no account does. */
export class ShareSavedQueryRequest {
  @ApiProperty({ required: false, default: false, description: 'Whether every account can read the query.' })
  @IsOptional()
  @IsBoolean({ message: 'takes true or false' })
  readonly public?: boolean;

  @AccountIds('Accounts that can read the query, beside those that can already.')
  readonly user_ids?: string[];
}

export class EndSharingRequest {
  @AccountIds('Accounts that can read the query no longer.')
  readonly user_ids?: string[];
}

export const savedQuerySharesShape = shape('SavedQuerySharesDto', {
  query_id: memory.integer({ example: 27 }),
  public: memory.boolean('Whether every account can read the query.'),
  shared_to_user_ids: memory.texts({ format: 'uuid', description: 'The accounts that can read it.' }),
});
export type SavedQuerySharesDto = JsonOf<typeof savedQuerySharesShape.fields>;

const leftOutShape = shape('LeftOutQueryDto', {
  context: memory.text({ example: 'body.mine.json.query' }),
  message: memory.text('Why it is left out.'),
});

export const importedQueriesShape = shape('ImportedQueriesDto', {
  imported: memory.count('Queries that were saved.'),
  faults: memory.array(leftOutShape),
});
export type ImportedQueriesDto = JsonOf<typeof importedQueriesShape.fields>;
