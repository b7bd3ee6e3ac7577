import { Delete, Get, Patch, Post } from '@nestjs/common';
import { Repeatable } from '../../../auth/repeats/repeatable.decorator.js';
import { Allow } from '../../../auth/allow.decorator.js';
import { JsonBody } from '../../../http/body/json-body.decorator.js';
import { PathInt } from '../../../http/input/path.decorators.js';
import type { JsonText } from '../../../http/json-text.js';
import { Cost } from '../../../http/limits/rate-limit.guards.js';
import { ListQuery } from '../../../http/list/list-query.decorator.js';
import { ApiController } from '../../../http/openapi/api-controller.decorator.js';
import { dataOf, noBody, Operation, pageOf } from '../../../http/openapi/operation.decorator.js';
import { SelectorsService } from '../selectors.service.js';
import { TagSearchDto } from '../shapes/tag-search.fields.js';
import {
  oneTag,
  selectionPreview,
  tagList,
  type TagListRequest,
  tagShape,
  withoutName,
} from '../shapes/tags.fields.js';
import {
  CreateTagRequest,
  glyphName,
  PreviewSelectorsRequest,
  SearchTagsRequest,
  toSeeds,
  UpdateTagRequest,
} from '../shapes/tags.request.dto.js';
import { AssetGroupsService } from '../asset-groups.service.js';

export const PathTag = () => PathInt('asset_group_tag_id', 'Id of the tag.');

/** Asset groups as tags. */
@ApiController('asset-group-tags', 'asset-group tags')
export class TagsController {
  constructor(
    private readonly service: AssetGroupsService,
    private readonly selectors: SelectorsService,
  ) {}

  @Get()
  @Allow('graph:read', 'seen')
  @Operation({
    summary: 'List tags',
    description: '`counts=true` adds the numbers of members and selectors.',
    answer: pageOf(tagShape.dto),
  })
  list(@ListQuery(tagList) request: TagListRequest): Promise<JsonText> {
    return this.service.listTags(request);
  }

  @Post()
  @Allow('graph:write')
  @Repeatable(async (it: TagsController, { ids: [id] }) => withoutName(await it.get(Number(id))))
  @Operation({ summary: 'Create a tag', status: 201, answer: dataOf(tagShape.dto), errors: [409] })
  create(@JsonBody(CreateTagRequest) body: CreateTagRequest): Promise<JsonText> {
    const { name, type, description = '', position, glyph } = body;
    return this.service.createTag({
      name,
      type,
      description,
      position: position ?? undefined,
      glyph: glyphName(glyph) ?? null,
    });
  }

  @Post('search')
  @Allow('graph:read')
  @Operation({
    summary: 'Search tags, their selectors and members',
    description: 'By a part of the name; members by a part of the object id too. At most 20 of each, ordered by name.',
    answer: dataOf(TagSearchDto),
  })
  search(@JsonBody(SearchTagsRequest) body: SearchTagsRequest): Promise<JsonText> {
    return this.service.searchTags(body);
  }

  @Post('preview-selectors')
  @Allow('queries:run')
  @Cost(5)
  @Operation({
    summary: 'Preview what a selector would select',
    description: 'Runs queries in Cypher within their limits, and stores nothing.',
    answer: dataOf(selectionPreview.dto),
  })
  preview(@JsonBody(PreviewSelectorsRequest) { seeds, expansion = 1 }: PreviewSelectorsRequest): Promise<JsonText> {
    return this.selectors.preview(toSeeds(seeds), expansion);
  }

  @Get(':asset_group_tag_id')
  @Allow('graph:read', 'seen')
  @Operation({ summary: 'Get a tag', answer: dataOf(oneTag.dto) })
  get(@PathTag() id: number): Promise<JsonText> {
    return this.service.getTag(id);
  }

  @Patch(':asset_group_tag_id')
  @Allow('graph:write')
  @Operation({ summary: 'Change a tag', answer: dataOf(tagShape.dto), errors: [409] })
  update(
    @PathTag() id: number,
    @JsonBody(UpdateTagRequest) { name, description, position, glyph }: UpdateTagRequest,
  ): Promise<JsonText> {
    return this.service.updateTag(id, {
      name,
      description,
      position,
      glyph: glyph === undefined ? undefined : glyphName(glyph),
    });
  }

  @Delete(':asset_group_tag_id')
  @Allow('graph:write')
  @Operation({ summary: 'Delete a tag', status: 204, answer: noBody, errors: [409] })
  delete(@PathTag() id: number): Promise<void> {
    return this.service.delete('tag', id);
  }
}
