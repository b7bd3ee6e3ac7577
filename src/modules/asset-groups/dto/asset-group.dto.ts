import { ApiProperty } from '@nestjs/swagger';
import { Count } from '../../../http/openapi/count.decorator.js';
import { RecordDto } from '../../../http/record.dto.js';

export class AssetGroupSelectorDto extends RecordDto {
  @ApiProperty({ type: 'integer', format: 'int32' })
  readonly asset_group_id!: number;

  @ApiProperty({ example: 'Build server' })
  readonly name!: string;

  @ApiProperty({ description: 'Object id of one node, in upper case.' })
  readonly selector!: string;

  @ApiProperty({ description: 'True for selectors that the product made.' })
  readonly system_selector!: boolean;
}

export class AssetGroupDto extends RecordDto {
  @ApiProperty({ example: 'Admin Tier Zero' })
  readonly name!: string;

  @ApiProperty({ example: 'admin_tier_0' })
  readonly tag!: string;

  @ApiProperty({ description: "True for groups that the product made; they can't be renamed or deleted." })
  readonly system_group!: boolean;

  @ApiProperty({ type: [AssetGroupSelectorDto], description: 'Ordered by id.' })
  readonly selectors!: AssetGroupSelectorDto[];

  @Count('Distinct nodes of the graph as it is now.')
  readonly member_count!: number;
}

/** What an edit of single selectors changed. One that changed its name or its object id is in both. */
export class SelectorChangesDto {
  @ApiProperty({ type: [AssetGroupSelectorDto] })
  readonly added_selectors!: AssetGroupSelectorDto[];

  @ApiProperty({ type: [AssetGroupSelectorDto] })
  readonly removed_selectors!: AssetGroupSelectorDto[];
}
