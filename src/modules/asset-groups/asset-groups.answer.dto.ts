import { ApiProperty } from '@nestjs/swagger';
import { Count, RecordDto } from '../../http/openapi/wire.dto.js';
import { ownedTag, tierZeroTag } from './system-groups.js';

/** Whether a node with these tags is in Admin Tier Zero. */
export function isTierZero(tags: readonly string[]): boolean {
  return tags.includes(tierZeroTag);
}

/** Whether a node with these tags is in the group of owned nodes. */
export function isOwned(tags: readonly string[]): boolean {
  return tags.includes(ownedTag);
}

class AssetGroupSelectorDto extends RecordDto {
  @ApiProperty({ type: 'integer', format: 'int32', description: 'Id of the group.' })
  readonly asset_group_id!: number;

  @ApiProperty({ example: 'Build server' })
  readonly name!: string;

  @ApiProperty({
    description: 'Object id of one node, in upper case; for a selector of the service the text of the rule.',
  })
  readonly selector!: string;

  @ApiProperty({ description: 'True for a rule of the service.' })
  readonly system_selector!: boolean;
}

export class AssetGroupDto extends RecordDto {
  @ApiProperty({ example: 'Admin Tier Zero' })
  readonly name!: string;

  @ApiProperty({ example: 'admin_tier_0' })
  readonly tag!: string;

  @ApiProperty({ description: "True for a group that the service created. It can't be renamed or deleted." })
  readonly system_group!: boolean;

  @ApiProperty({ type: [AssetGroupSelectorDto], description: 'Ordered by id.' })
  readonly selectors!: AssetGroupSelectorDto[];

  @Count('Number of distinct nodes in the group, counted in the current graph.')
  readonly member_count!: number;
}

/** A selector that got another name or another object id is in both lists. */
export class SelectorChangesDto {
  @ApiProperty({ type: [AssetGroupSelectorDto], description: 'New and changed selectors, as they are now.' })
  readonly added_selectors!: AssetGroupSelectorDto[];

  @ApiProperty({ type: [AssetGroupSelectorDto], description: 'Removed and changed selectors, as they were before.' })
  readonly removed_selectors!: AssetGroupSelectorDto[];
}

export class AssetGroupMemberDto {
  @ApiProperty({ example: 'S-1-5-21-3130019616-2776909439-2417379446-512' })
  readonly objectID!: string;

  @ApiProperty({ example: 'DOMAIN ADMINS@BIRCH.LOCAL' })
  readonly name!: string;

  @ApiProperty({ example: 'Group', description: 'Primary kind of the node.' })
  readonly label!: string;

  @ApiProperty({ type: [String], example: ['Group', 'Base'], description: 'All kinds of the node.' })
  readonly kinds!: string[];

  @ApiProperty({
    type: 'string',
    nullable: true,
    description: 'Object id of the domain or tenant of the node; null if unknown.',
  })
  readonly environment_id!: string | null;

  @ApiProperty({ type: 'string', nullable: true, example: 'Domain', description: 'Kind of the domain or tenant.' })
  readonly environment_kind!: string | null;

  @ApiProperty({ description: 'True if a selector that a user created selects the node.' })
  readonly custom_member!: boolean;
}

export class MemberCountsDto {
  @Count()
  readonly total_count!: number;

  @ApiProperty({
    type: 'object',
    additionalProperties: { type: 'integer', minimum: 0 },
    example: { Group: 2, User: 5 },
    description: 'Number of members by primary kind.',
  })
  readonly counts!: Readonly<Record<string, number>>;
}
