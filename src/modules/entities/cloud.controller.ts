import { Get, Res } from '@nestjs/common';
import type { Response } from 'express';
import { Allow } from '../../auth/allow.decorator.js';
import { PathChoice } from '../../http/input/path.decorators.js';
import { ApiController } from '../../http/openapi/api-controller.decorator.js';
import { anyOf, Operation } from '../../http/openapi/operation.decorator.js';
import { cloudKindsByPath, cloudLists, CloudQuery, type CloudRequest } from './cloud-query.js';
import { EntityAnswers } from './entities.answers.js';
import { listAnswer, panelAnswer } from './entities.dto.js';
import type { EntityKind } from './entity-kind.js';

const place = 'query.object_id';

@ApiController('cloud', 'entities')
export class CloudController {
  constructor(private readonly answers: EntityAnswers) {}

  @Get(':entity_type')
  @Allow('graph:read', 'seen')
  @Operation({
    summary: 'Get a cloud entity, or list entities that have to do with it',
    description:
      'Without `related_entity_type`: its kinds and properties, and how many results each of its lists has. With it: that list, or with `type=graph` the paths that lead to its entities.',
    answer: anyOf(panelAnswer({ lists: cloudLists }), listAnswer({})),
    isOfGraph: true,
    errors: [404],
  })
  get(
    @PathChoice('entity_type', cloudKindsByPath, 'Type of the entity.') kind: EntityKind,
    @CloudQuery() request: CloudRequest,
    @Res({ passthrough: true }) response: Response,
  ): Promise<object> {
    const { objectid, related, counts, type, page } = request;
    const entity = { kind, objectid, place };
    return related
      ? this.answers.list(entity, related, type, page, response)
      : this.answers.panel(entity, counts, response);
  }
}
