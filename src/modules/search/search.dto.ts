import { ApiProperty } from '@nestjs/swagger';
import { ChosenProperties, hrefText } from '../entities/entities.dto.js';

export class SearchResultDto {
  @ApiProperty({ example: 'S-1-5-21-3130019616-2776909439-2417379446-1104' })
  readonly objectid!: string;

  @ApiProperty({ example: 'User', description: 'Primary kind of the entity.' })
  readonly type!: string;

  @ApiProperty({ example: 'ALICE@BIRCH.LOCAL' })
  readonly name!: string;

  @ApiProperty({ example: 'CN=ALICE,OU=SALES,DC=BIRCH,DC=LOCAL', description: 'Empty if it has none.' })
  readonly distinguishedname!: string;

  @ApiProperty({
    example: 'admin_tier_0 owned',
    description: 'Tags of the system asset groups that contain it, separated by spaces.',
  })
  readonly system_tags!: string;

  @ApiProperty({ type: [String], example: ['User', 'Base'], description: 'All kinds of the entity.' })
  readonly kinds!: readonly string[];

  @ApiProperty({
    type: 'string',
    nullable: true,
    example: 'BIRCH.LOCAL',
    description: 'Name of its domain or tenant; the object id if the graph does not have the name.',
  })
  readonly domain!: string | null;

  @ApiProperty({
    type: 'string',
    nullable: true,
    example: 'S-1-5-21-3130019616-2776909439-2417379446',
    description: 'Object id of its domain or tenant.',
  })
  readonly environment_id!: string | null;

  @ApiProperty({ description: 'Whether it belongs to tier zero.' })
  readonly tier_zero!: boolean;

  @ApiProperty({ example: '/api/v2/users/S-1-5-21-3130019616-2776909439-2417379446-1104', description: hrefText })
  readonly href!: string;

  @ChosenProperties()
  readonly props?: Readonly<Record<string, unknown>>;
}

export interface SearchPageDto {
  readonly count: number;
  readonly skip: number;
  readonly limit: number;
  readonly data: readonly SearchResultDto[];
}
