import { ApiPropertyOptional } from '@nestjs/swagger';
import { ArrayMaxSize, ArrayMinSize, Equals, IsArray, IsBoolean, IsString, Length, ValidateIf } from 'class-validator';
import { InvalidInputError } from '../../base/errors.js';
import { MayBeAbsent } from '../../http/input/rules.js';
import { type AccountSight, everything } from './account.js';

/** Environments of one account. Each makes every statement of the account longer. */
export const mostEnvironments = 200;

const longestId = 256;

/** Domains and tenants, whose ids nodes have in upper case. Environments of extensions have ids as their files have them. */
const inUpperCase = /^(S-1-[\d-]+|[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12})$/i;

export class AccountEnvironmentsRequest {
  @ApiPropertyOptional({ enum: [true], description: 'The account sees everything. Without `ids` and `none`.' })
  @MayBeAbsent()
  @Equals(true, { message: 'takes true; give ids to limit the account' })
  readonly all?: true;

  @ApiPropertyOptional({
    type: [String],
    maxItems: mostEnvironments,
    example: ['S-1-5-21-3130019616-2776909439-2417379446'],
    description: 'Object ids of domains, tenants, and environments of extensions.',
  })
  @ValidateIf(({ all }) => all !== true)
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(mostEnvironments)
  @IsString({ each: true })
  @Length(1, longestId, { each: true })
  readonly ids?: readonly string[];

  @ApiPropertyOptional({ default: false, description: 'Whether it sees nodes without an environment.' })
  @MayBeAbsent()
  @IsBoolean()
  readonly none?: boolean;
}

/** @throws InvalidInputError if it names environments and all of them */
export function toAccountSight({ all, ids, none }: AccountEnvironmentsRequest): AccountSight {
  if (!all) return limitedTo(ids ?? [], none);
  if (ids === undefined && none === undefined) return everything;
  throw InvalidInputError.at('body.invalid_value', 'body.all', 'takes neither `ids` nor `none` beside it');
}

export function limitedTo(ids: readonly string[], none = false): AccountSight {
  const environments = new Set(ids.map((id) => (inUpperCase.test(id) ? id.toUpperCase() : id)));
  return { environments: [...environments].toSorted(), seesNodesOfNone: none };
}
