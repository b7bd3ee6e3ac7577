import { Delete, Get, Patch, Post } from '@nestjs/common';
import { Repeatable } from '../../../auth/repeats/repeatable.decorator.js';
import { Allow } from '../../../auth/allow.decorator.js';
import { JsonBody } from '../../../http/body/json-body.decorator.js';
import { PathInt } from '../../../http/input/path.decorators.js';
import { QueryTexts } from '../../../http/input/query.decorators.js';
import type { JsonText } from '../../../http/json-text.js';
import { ListQuery } from '../../../http/list/list-query.decorator.js';
import { ApiController } from '../../../http/openapi/api-controller.decorator.js';
import { dataOf, noBody, Operation, pageOf } from '../../../http/openapi/operation.decorator.js';
import { memberCountsShape } from '../shapes/members.fields.js';
import { AssetGroupsService } from '../asset-groups.service.js';
import { SelectorsService } from '../selectors.service.js';
import { PathTag } from './tags.controller.js';
import {
  oneTagMember,
  oneTagSelector,
  tagMemberList,
  type TagMemberListRequest,
  tagMemberShape,
  tagSelectorList,
  type TagSelectorListRequest,
  tagSelectorShape,
  withoutName,
} from '../shapes/tags.fields.js';
import {
  CreateTagSelectorRequest,
  toTagSelectorChanges,
  toTagSelectorDraft,
  UpdateTagSelectorRequest,
} from '../shapes/tags.request.dto.js';

const PathSelector = () => PathInt('asset_group_tag_selector_id', 'Id of the selector.');
const Environments = () =>
  QueryTexts('environments', 'Object ids of domains and tenants, in any case. Only their nodes are listed or counted.');

/** Selectors and members of tags. */
@ApiController('asset-group-tags/:asset_group_tag_id', 'asset-group tags')
export class TagSelectorsController {
  constructor(
    private readonly service: SelectorsService,
    private readonly groups: AssetGroupsService,
  ) {}

  @Get('selectors')
  @Allow('graph:read')
  @Operation({
    summary: 'List the selectors of a tag',
    description: '`counts=true` adds the number of nodes that each one selects.',
    answer: pageOf(tagSelectorShape.dto),
  })
  list(
    @PathTag() tagId: number,
    @Environments() environments: readonly string[],
    @ListQuery(tagSelectorList) request: TagSelectorListRequest,
  ): Promise<JsonText> {
    return this.service.listSelectors(tagId, environments, request);
  }

  @Post('selectors')
  @Allow('graph:write')
  @Repeatable(async (it: TagSelectorsController, { ids: [id], params }) =>
    withoutName(await it.get(Number(params['asset_group_tag_id']), Number(id))),
  )
  @Operation({
    summary: 'Create a selector of a tag',
    status: 201,
    answer: dataOf(tagSelectorShape.dto),
    errors: [409],
  })
  create(
    @PathTag() tagId: number,
    @JsonBody(CreateTagSelectorRequest) body: CreateTagSelectorRequest,
  ): Promise<JsonText> {
    return this.service.createSelector(tagId, toTagSelectorDraft(body));
  }

  @Get('selectors/:asset_group_tag_selector_id')
  @Allow('graph:read')
  @Operation({ summary: 'Get a selector of a tag', answer: dataOf(oneTagSelector.dto) })
  get(@PathTag() tagId: number, @PathSelector() id: number): Promise<JsonText> {
    return this.service.getSelector(tagId, id);
  }

  @Patch('selectors/:asset_group_tag_selector_id')
  @Allow('graph:write')
  @Operation({ summary: 'Change a selector of a tag', answer: dataOf(tagSelectorShape.dto), errors: [409] })
  update(
    @PathTag() tagId: number,
    @PathSelector() id: number,
    @JsonBody(UpdateTagSelectorRequest) body: UpdateTagSelectorRequest,
  ): Promise<JsonText> {
    return this.service.updateSelector(tagId, id, toTagSelectorChanges(body));
  }

  @Delete('selectors/:asset_group_tag_selector_id')
  @Allow('graph:write')
  @Operation({ summary: 'Delete a selector of a tag', status: 204, answer: noBody, errors: [409] })
  delete(@PathTag() tagId: number, @PathSelector() id: number): Promise<void> {
    return this.service.deleteSelector(tagId, id);
  }

  @Get('selectors/:asset_group_tag_selector_id/members')
  @Allow('graph:read')
  @Operation({ summary: 'List the nodes that a selector selects', answer: pageOf(tagMemberShape.dto) })
  listSelected(
    @PathTag() tagId: number,
    @PathSelector() id: number,
    @Environments() environments: readonly string[],
    @ListQuery(tagMemberList) request: TagMemberListRequest,
  ): Promise<JsonText> {
    return this.service.listSelected(tagId, id, environments, request);
  }

  @Get('selectors/:asset_group_tag_selector_id/members/counts')
  @Allow('graph:read')
  @Operation({ summary: 'Count the nodes that a selector selects, by kind', answer: dataOf(memberCountsShape.dto) })
  countSelected(
    @PathTag() tagId: number,
    @PathSelector() id: number,
    @Environments() environments: readonly string[],
  ): Promise<JsonText> {
    return this.service.countSelected(tagId, id, environments);
  }

  @Get('members')
  @Allow('graph:read', 'seen')
  @Operation({ summary: 'List the members of a tag', answer: pageOf(tagMemberShape.dto) })
  listMembers(
    @PathTag() tagId: number,
    @Environments() environments: readonly string[],
    @ListQuery(tagMemberList) request: TagMemberListRequest,
  ): Promise<JsonText> {
    return this.groups.listTagMembers(tagId, environments, request);
  }

  @Get('members/counts')
  @Allow('graph:read', 'seen')
  @Operation({ summary: 'Count the members of a tag, by kind', answer: dataOf(memberCountsShape.dto) })
  countMembers(@PathTag() tagId: number, @Environments() environments: readonly string[]): Promise<JsonText> {
    return this.groups.countTagMembers(tagId, environments);
  }

  @Get('members/:asset_group_member_id')
  @Allow('graph:read')
  @Operation({ summary: 'Get a member of a tag with the selectors that select it', answer: dataOf(oneTagMember.dto) })
  getMember(
    @PathTag() tagId: number,
    @PathInt('asset_group_member_id', 'Integer id of the node.') nodeId: number,
  ): Promise<JsonText> {
    return this.groups.getTagMember(tagId, nodeId);
  }
}
