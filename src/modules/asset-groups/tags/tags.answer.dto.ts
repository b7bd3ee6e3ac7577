import { ApiProperty } from '@nestjs/swagger';
import { Count, NullBoolDto, NullInt32Dto, NullStringDto } from '../../../http/openapi/wire.dto.js';

const byWhom = 'Id of an account, or `SYSTEM` for the service.';

class TagCountsDto {
  @Count('Number of distinct members in the current graph.')
  readonly members!: number;

  @Count('Number of all selectors.')
  readonly selectors!: number;

  @Count('Selectors that users created.')
  readonly custom_selectors!: number;

  @Count('Selectors of the service.')
  readonly default_selectors!: number;

  @Count('Selectors that are disabled.')
  readonly disabled_selectors!: number;
}

class ChangedDto {
  @ApiProperty({ format: 'date-time' })
  readonly created_at!: string;

  @ApiProperty({ description: byWhom })
  readonly created_by!: string;

  @ApiProperty({ format: 'date-time' })
  readonly updated_at!: string;

  @ApiProperty({ description: byWhom })
  readonly updated_by!: string;
}

export class TagDto extends ChangedDto {
  @ApiProperty({ type: 'integer', format: 'int32', description: 'Equals the id of the asset group.' })
  readonly id!: number;

  @ApiProperty({ type: 'integer', minimum: 1, maximum: 3, description: '1 is a tier, 2 a label, 3 the tag Owned.' })
  readonly type!: number;

  @ApiProperty({ type: 'integer', format: 'int32', description: 'Number of the tag as a kind of nodes.' })
  readonly kind_id!: number;

  @ApiProperty({ example: 'Backup servers' })
  readonly name!: string;

  @ApiProperty({ description: 'Empty if there is none.' })
  readonly description!: string;

  @ApiProperty({ description: 'Rank of a tier, from 1; null for other tags.' })
  readonly position!: NullInt32Dto;

  @ApiProperty({ description: 'False for a tier: members need no certification. Null for other tags.' })
  readonly require_certify!: NullBoolDto;

  @ApiProperty({ description: 'True for the first tier, false for other tiers, null for other tags.' })
  readonly analysis_enabled!: NullBoolDto;

  @ApiProperty({ description: 'Name of an icon.' })
  readonly glyph!: NullStringDto;

  @ApiProperty({ required: false, description: 'In lists with `counts=true`.' })
  readonly counts?: TagCountsDto;
}

export class OneTagDto {
  @ApiProperty()
  readonly tag!: TagDto;
}

class SeedDto {
  @ApiProperty({ type: 'integer', enum: [1], description: '1: `value` is an object id.' })
  readonly type!: number;

  @ApiProperty({ description: 'Object id. The node need not exist yet.' })
  readonly value!: string;
}

class SelectorCountsDto {
  @Count('Number of distinct nodes that the selector selects in the current graph, or would select if it were enabled.')
  readonly members!: number;
}

export class TagSelectorDto extends ChangedDto {
  @ApiProperty({ type: 'integer', format: 'int32' })
  readonly id!: number;

  @ApiProperty({ type: 'integer', format: 'int32' })
  readonly asset_group_tag_id!: number;

  @ApiProperty({
    type: 'string',
    format: 'date-time',
    nullable: true,
    description: 'A selector with this time selects nothing.',
  })
  readonly disabled_at!: string | null;

  @ApiProperty({ type: 'string', nullable: true, description: byWhom })
  readonly disabled_by!: string | null;

  @ApiProperty({ example: 'Backup servers of Birch' })
  readonly name!: string;

  @ApiProperty({ description: 'Empty if there is none.' })
  readonly description!: string;

  @ApiProperty({ type: 'integer', minimum: 0, maximum: 2, description: 'As sent. It has no effect.' })
  readonly auto_certify!: number;

  @ApiProperty({ description: 'True for a rule of the service, by which the analysis finds seeds.' })
  readonly is_default!: boolean;

  @ApiProperty({ description: 'False for a rule that stays on.' })
  readonly allow_disable!: boolean;

  @ApiProperty({ type: [SeedDto], description: 'Empty for a rule: `description` is its text.' })
  readonly seeds!: SeedDto[];

  @ApiProperty({ required: false, description: 'In lists with `counts=true`.' })
  readonly counts?: SelectorCountsDto;
}

export class OneTagSelectorDto {
  @ApiProperty()
  readonly selector!: TagSelectorDto;
}

export class TagMemberDto {
  @ApiProperty({ type: 'integer', format: 'int32', description: 'Integer id of the node.' })
  readonly id!: number;

  @ApiProperty({ example: 'S-1-5-21-3130019616-2776909439-2417379446-512' })
  readonly object_id!: string;

  @ApiProperty({ description: 'Object id of the domain or tenant of the node; empty if unknown.' })
  readonly environment_id!: string;

  @ApiProperty({ example: 'Group' })
  readonly primary_kind!: string;

  @ApiProperty({ example: 'DOMAIN ADMINS@BIRCH.LOCAL' })
  readonly name!: string;

  @ApiProperty({ type: 'object', additionalProperties: true, description: 'The stored properties of the node.' })
  readonly properties!: Readonly<Record<string, unknown>>;

  @ApiProperty({
    type: 'integer',
    enum: [1, 2, 3],
    description: '1: a seed of a selector. 2: below a seed, such as a member of a group. 3: above, such as a policy.',
  })
  readonly source!: number;
}

class TagMemberWithSelectorsDto extends TagMemberDto {
  @ApiProperty({ type: [TagSelectorDto], description: 'The selectors of the tag that select the node.' })
  readonly selectors!: TagSelectorDto[];
}

export class OneTagMemberDto {
  @ApiProperty()
  readonly member!: TagMemberWithSelectorsDto;
}

export class TagSearchDto {
  @ApiProperty({ type: [TagDto] })
  readonly tags!: TagDto[];

  @ApiProperty({ type: [TagSelectorDto] })
  readonly selectors!: TagSelectorDto[];

  @ApiProperty({ type: [TagMemberDto] })
  readonly members!: TagMemberDto[];
}
