import { ApiProperty } from '@nestjs/swagger';
import { Count } from '../../http/openapi/count.decorator.js';
import { RecordDto } from '../../http/record.dto.js';
import { wireNullTime, wireTime } from '../../http/wire.js';
import type { Selector, SelectorChanges } from './asset-groups.request.dto.js';

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

export class AssetGroupMemberDto {
  @ApiProperty({ example: 'S-1-5-21-3130019616-2776909439-2417379446-512' })
  readonly objectID!: string;

  @ApiProperty({ example: 'DOMAIN ADMINS@BIRCH.LOCAL' })
  readonly name!: string;

  @ApiProperty({ example: 'Group', description: 'The primary kind.' })
  readonly label!: string;

  @ApiProperty({ type: [String], example: ['Group', 'Base'] })
  readonly kinds!: string[];

  @ApiProperty({ type: 'string', nullable: true, description: 'Object id of its domain or tenant, if it is known.' })
  readonly environment_id!: string | null;

  @ApiProperty({ type: 'string', nullable: true, example: 'Domain', description: 'Kind of that.' })
  readonly environment_kind!: string | null;

  @ApiProperty({ description: 'Whether a selector that the product did not make names it.' })
  readonly custom_member!: boolean;
}

export function toSelectorChangesDto({ added, removed }: SelectorChanges): SelectorChangesDto {
  return { added_selectors: added.map(toSelectorDto), removed_selectors: removed.map(toSelectorDto) };
}

function toSelectorDto(selector: Selector): AssetGroupSelectorDto {
  return {
    id: selector.id,
    created_at: wireTime(selector.createdAt),
    updated_at: wireTime(selector.updatedAt),
    deleted_at: wireNullTime(null),
    asset_group_id: selector.assetGroupId,
    name: selector.name,
    selector: selector.selector,
    system_selector: selector.systemSelector,
  };
}
