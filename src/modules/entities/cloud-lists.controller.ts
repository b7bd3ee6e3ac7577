import { Get, Res } from '@nestjs/common';
import type { Response } from 'express';
import { Allow } from '../../auth/allow.decorator.js';
import { PathChoice, PathText } from '../../http/input/path.decorators.js';
import { fromQuery } from '../../http/input/parameters.js';
import { QueryChoice } from '../../http/input/query.decorators.js';
import { ApiController } from '../../http/openapi/api-controller.decorator.js';
import { Operation } from '../../http/openapi/operation.decorator.js';
import { cloudLists } from './cloud-query.js';
import { type AnswerType, answerTypes, EntityAnswers } from './entities.answers.js';
import { listAnswer } from './entities.dto.js';
import { entityList, type EntityListRequest } from './entities.fields.js';
import { ListOnlyQuery } from './entities.list.js';
import type { EntityKind, EntityList } from './entity-kind.js';
import { type ListPart, listPart } from './list-part.query.js';

const anyKind: EntityKind = { path: 'base', noun: 'entity', lists: cloudLists };
const listsByName: ReadonlyMap<string, EntityList> = new Map(cloudLists.map((list) => [list.name, list]));

/** Reads the part of the list that the path names. */
const CloudPartQuery = () => fromQuery(listPart(({ list_name: name }) => listsByName.get(String(name))));

/** The lists of cloud entities for callers that do not know the kind of an entity. */
@ApiController('base', 'entities')
export class CloudListsController {
  constructor(private readonly answers: EntityAnswers) {}

  @Get(':object_id/lists/:list_name')
  @Allow('graph:read', 'seen')
  @Operation({
    summary: 'List entities that have to do with a cloud entity of any kind',
    description:
      'The list of `related_entity_type` of `/cloud/{entity_type}`. `type=graph` returns the paths that lead to its entities.',
    answer: listAnswer({}),
    isOfGraph: true,
  })
  list(
    @PathText('object_id', 'Object id. The case of letters is ignored.') objectid: string,
    @PathChoice('list_name', listsByName, 'Name of the list.') list: EntityList,
    @QueryChoice('type', answerTypes, 'list', 'Shape of the response.') type: AnswerType,
    @ListOnlyQuery(entityList, answerTypes, { hasProperties: true }) request: EntityListRequest,
    @Res({ passthrough: true }) response: Response,
    @CloudPartQuery() part: ListPart,
  ): Promise<object> {
    return this.answers.list(
      { kind: anyKind, objectid, place: 'path.object_id' },
      { ...list, ...part },
      type,
      request,
      response,
    );
  }
}
