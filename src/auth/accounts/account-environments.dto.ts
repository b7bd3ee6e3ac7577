import { ApiPropertyOptional } from '@nestjs/swagger';
import { ArrayMaxSize, ArrayMinSize, Equals, IsArray, IsBoolean, IsString, Length, ValidateIf } from 'class-validator';
import { InvalidInputError } from '../../base/errors.js';
import { MayBeAbsent } from '../../http/input/rules.js';
import { type AccountSight, everything, limitedTo, mostEnvironments } from '../sight/account-sight.js';

const longestId = 256;

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
