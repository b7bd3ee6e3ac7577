import { Get } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { Allow } from '../../auth/allow.decorator.js';
import { PathInt } from '../../http/input/path.decorators.js';
import type { JsonText } from '../../http/json-text.js';
import { ApiController } from '../../http/openapi/api-controller.decorator.js';
import { bare, dataListOf, Operation } from '../../http/openapi/operation.decorator.js';
import { Count, RecordDto } from '../../http/openapi/wire.dto.js';
import { AssetGroupsService } from '../../modules/asset-groups/asset-groups.service.js';

class CollectionEntryDto extends RecordDto {
  @ApiProperty({ type: 'integer', format: 'int32', description: 'Id of the group.' })
  readonly asset_group_collection_id!: number;

  @ApiProperty()
  readonly object_id!: string;

  @ApiProperty({ example: 'User', description: 'Primary kind of the node.' })
  readonly node_label!: string;

  @ApiProperty({ type: 'object', additionalProperties: { type: 'string' }, description: '`name` and `objectid`.' })
  readonly properties!: Readonly<Record<string, string>>;
}

class CollectionDto extends RecordDto {
  @ApiProperty({ type: [CollectionEntryDto] })
  readonly entries!: CollectionEntryDto[];
}

class CustomMemberCountDto {
  @Count()
  readonly custom_member_count!: number;
}

const PathGroup = () => PathInt('asset_group_id', 'Id of the asset group.');

/** Asset groups as earlier versions of the reference product show them. */
@ApiController('asset-groups/:asset_group_id', 'asset groups')
export class CollectionsController {
  constructor(private readonly groups: AssetGroupsService) {}

  @Get('collections')
  @Allow('graph:read')
  @Operation({
    summary: 'List the collections of an asset group',
    description: 'There is one: the members as they are now. A group of more than 50,000 members is refused.',
    answer: dataListOf(CollectionDto),
  })
  list(@PathGroup() id: number): Promise<JsonText> {
    return this.groups.collect(id);
  }

  @Get('custom-selectors')
  @Allow('graph:read')
  @Operation({
    summary: 'Count the members of an asset group that selectors of users select',
    answer: bare(CustomMemberCountDto),
  })
  async countCustomMembers(@PathGroup() id: number): Promise<CustomMemberCountDto> {
    return { custom_member_count: await this.groups.countCustomMembers(id) };
  }
}
