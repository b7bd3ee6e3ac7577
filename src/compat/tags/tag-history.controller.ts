import { Get, Post } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { IsString, Length } from 'class-validator';
import { Allow } from '../../auth/allow.decorator.js';
import { JsonBody } from '../../http/body/json-body.decorator.js';
import type { JsonText } from '../../http/json-text.js';
import { ListQuery } from '../../http/list/list-query.decorator.js';
import { ApiController } from '../../http/openapi/api-controller.decorator.js';
import { Operation, pageOf } from '../../http/openapi/operation.decorator.js';
import { tagChangeList, type TagChangeRequest, tagChangeShape } from './tag-history.fields.js';
import { TagHistoryService } from './tag-history.service.js';

class SearchTagHistoryRequest {
  @ApiProperty({ minLength: 3, maxLength: 255, description: 'A part of the action, the target or the account.' })
  @IsString()
  @Length(3, 255, { message: 'takes a text of 3 to 255 characters' })
  readonly query!: string;
}

/** Changes of tags and their selectors: the part of the audit log that readers of the graph may see. */
@ApiController('asset-group-tags-history', 'asset-group tags')
export class TagHistoryController {
  constructor(private readonly changes: TagHistoryService) {}

  @Get()
  @Allow('graph:read')
  @Operation({ summary: 'List the changes of tags, newest first', answer: pageOf(tagChangeShape.dto) })
  list(@ListQuery(tagChangeList) request: TagChangeRequest): Promise<JsonText> {
    return this.changes.list(request);
  }

  @Post()
  @Allow('graph:read')
  @Operation({ summary: 'Search the changes of tags', answer: pageOf(tagChangeShape.dto) })
  search(
    @JsonBody(SearchTagHistoryRequest) { query }: SearchTagHistoryRequest,
    @ListQuery(tagChangeList) request: TagChangeRequest,
  ): Promise<JsonText> {
    return this.changes.search(query, request);
  }
}
