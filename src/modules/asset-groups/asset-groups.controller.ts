import { Delete, Get, Post, Put } from '@nestjs/common';
import { Repeatable } from '../../auth/repeats/repeatable.decorator.js';
import { Allow } from '../../auth/allow.decorator.js';
import { JsonBody } from '../../http/body/json-body.decorator.js';
import { PathInt } from '../../http/input/path.decorators.js';
import { JsonText } from '../../http/json-text.js';
import { FilterQuery, ListQuery } from '../../http/list/list-query.decorator.js';
import { ApiController } from '../../http/openapi/api-controller.decorator.js';
import { anyOf, dataOf, noBody, Operation, pageOf } from '../../http/openapi/operation.decorator.js';
import {
  assetGroupList,
  type AssetGroupListRequest,
  assetGroupShape,
  selectorChangesShape,
} from './shapes/asset-groups.fields.js';
import { AssetGroupsService } from './asset-groups.service.js';
import { SelectorsService } from './selectors.service.js';
import {
  CreateAssetGroupRequest,
  RenameAssetGroupRequest,
  toAssetGroupDraft,
  toSelectorDraft,
  toSelectorEdit,
  WriteSelectorsRequest,
} from './shapes/asset-groups.request.dto.js';
import {
  memberCountsShape,
  type MemberFilters,
  memberList,
  type MemberListRequest,
  memberShape,
} from './shapes/members.fields.js';

const PathGroup = () => PathInt('asset_group_id', 'Id of the asset group.');

@ApiController('asset-groups', 'asset groups')
export class AssetGroupsController {
  constructor(
    private readonly service: AssetGroupsService,
    private readonly selectors: SelectorsService,
  ) {}

  @Get()
  @Allow('graph:read', 'seen')
  @Operation({ summary: 'List asset groups', answer: pageOf(assetGroupShape.dto) })
  list(@ListQuery(assetGroupList) request: AssetGroupListRequest): Promise<JsonText> {
    return this.service.list(request);
  }

  @Post()
  @Allow('graph:write')
  @Repeatable((it: AssetGroupsController, { ids: [id] }) => it.get(Number(id)))
  @Operation({ summary: 'Create an asset group', status: 201, answer: dataOf(assetGroupShape.dto), errors: [409] })
  create(@JsonBody(CreateAssetGroupRequest) body: CreateAssetGroupRequest): Promise<JsonText> {
    return this.service.create(toAssetGroupDraft(body));
  }

  @Get(':asset_group_id')
  @Allow('graph:read', 'seen')
  @Operation({ summary: 'Get an asset group', answer: dataOf(assetGroupShape.dto) })
  get(@PathGroup() id: number): Promise<JsonText> {
    return this.service.get(id);
  }

  @Put(':asset_group_id')
  @Allow('graph:write')
  @Operation({ summary: 'Rename an asset group', answer: dataOf(assetGroupShape.dto), errors: [409] })
  rename(
    @PathGroup() id: number,
    @JsonBody(RenameAssetGroupRequest) { name }: RenameAssetGroupRequest,
  ): Promise<JsonText> {
    return this.service.rename(id, name);
  }

  @Delete(':asset_group_id')
  @Allow('graph:write')
  @Operation({ summary: 'Delete an asset group', status: 204, answer: noBody, errors: [409] })
  delete(@PathGroup() id: number): Promise<void> {
    return this.service.delete('group', id);
  }

  @Put(':asset_group_id/selectors')
  @Allow('graph:write')
  @Operation({
    summary: 'Replace, add or remove selectors of an asset group',
    description:
      '`selectors` replaces all selectors; unchanged ones keep their ids. `add` and `remove` change single selectors. An added selector replaces those with the same name or object id. `remove` compares object ids.',
    answer: anyOf(dataOf(assetGroupShape.dto), dataOf(selectorChangesShape.dto)),
  })
  async writeSelectors(
    @PathGroup() id: number,
    @JsonBody(WriteSelectorsRequest) body: WriteSelectorsRequest,
  ): Promise<JsonText> {
    const edit = toSelectorEdit(body);
    if (!edit) {
      await this.selectors.replaceAll(id, (body.selectors ?? []).map(toSelectorDraft));
      return this.service.get(id);
    }
    const { added, removed } = await this.selectors.edit(id, edit);
    const [addedJson, removedJson] = [added, removed].map((selectors) => selectors.map(({ json }) => json).join());
    return new JsonText(`{"data":{"added_selectors":[${addedJson}],"removed_selectors":[${removedJson}]}}`);
  }

  @Get(':asset_group_id/members/counts')
  @Allow('graph:read', 'seen')
  @Operation({ summary: 'Count the members of an asset group, by kind', answer: dataOf(memberCountsShape.dto) })
  countMembers(@PathGroup() id: number, @FilterQuery(memberList) filters: MemberFilters): Promise<JsonText> {
    return this.service.countMembers(id, filters);
  }

  @Get(':asset_group_id/members')
  @Allow('graph:read', 'seen')
  @Operation({ summary: 'List the members of an asset group', answer: pageOf(memberShape.dto) })
  listMembers(@PathGroup() id: number, @ListQuery(memberList) request: MemberListRequest): Promise<JsonText> {
    return this.service.listMembers(id, request);
  }
}
