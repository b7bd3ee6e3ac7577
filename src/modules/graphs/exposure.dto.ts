import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import { Count } from '../../http/openapi/wire.dto.js';

/** Of the nodes of a group. */
export const domainOfGroup: ApiPropertyOptions = {
  type: 'string',
  nullable: true,
  example: 'BIRCH.LOCAL',
  description: 'Name of their domain or tenant; the object id if the graph does not have the name.',
};
export const environmentOfGroup: ApiPropertyOptions = {
  type: 'string',
  nullable: true,
  example: 'S-1-5-21-3130019616-2776909439-2417379446',
  description: 'Object id of their domain or tenant.',
};

class ExposureCountsDto {
  @Count('Enabled accounts, without the ends. An account of which that is not known counts as enabled.')
  readonly accounts!: number;

  @Count('Accounts that reach an end, in the view if there is one.')
  readonly reaching!: number;

  @ApiProperty({ minimum: 0, maximum: 1, description: '`reaching` as a share of `accounts`.' })
  readonly share!: number;

  @Count('Accounts in `reaching` of which it is not known whether they are enabled.')
  readonly unknown_enabled!: number;

  @ApiProperty({
    type: 'integer',
    minimum: 0,
    required: false,
    description: 'With a view that excludes something: accounts that reach an end in the whole graph.',
  })
  readonly before?: number;

  @ApiProperty({
    type: 'integer',
    minimum: 0,
    required: false,
    description: 'With such a view: the same as `reaching`.',
  })
  readonly after?: number;

  @ApiProperty({
    type: 'integer',
    minimum: 0,
    required: false,
    description: 'With such a view: accounts that reach an end in the whole graph, and none in the view.',
  })
  readonly lost?: number;
}

export class ExposureGroupDto extends ExposureCountsDto {
  @ApiProperty({ example: 'User', description: 'Primary kind of the accounts.' })
  readonly kind!: string;

  @ApiProperty(domainOfGroup)
  readonly domain!: string | null;

  @ApiProperty(environmentOfGroup)
  readonly environment_id!: string | null;
}

export class ExposureDto extends ExposureCountsDto {
  @ApiProperty({
    type: [ExposureGroupDto],
    description: 'By kind and environment, those with the most accounts that reach an end first.',
  })
  readonly groups!: readonly ExposureGroupDto[];
}

interface Group {
  readonly accounts: number;
  readonly reaching: number;
  readonly unknown: number;
  readonly before: number;
}

/** @param hasView whether the view excludes something */
export function toCountsDto(
  groups: readonly Group[],
  hasView: boolean,
): Pick<ExposureCountsDto, keyof ExposureCountsDto> {
  const sum = (name: keyof Group) => groups.reduce((total, group) => total + group[name], 0);
  const [accounts, reaching, before] = [sum('accounts'), sum('reaching'), sum('before')];
  return {
    accounts,
    reaching,
    share: accounts === 0 ? 0 : reaching / accounts,
    unknown_enabled: sum('unknown'),
    ...(hasView && { before, after: reaching, lost: before - reaching }),
  };
}
