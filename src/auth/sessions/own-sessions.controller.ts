import { Delete, Get } from '@nestjs/common';
import { PathUuid } from '../../http/input/path.decorators.js';
import type { JsonText } from '../../http/json-text.js';
import { ListQuery } from '../../http/list/list-query.decorator.js';
import { ApiController } from '../../http/openapi/api-controller.decorator.js';
import { noBody, Operation, pageOf } from '../../http/openapi/operation.decorator.js';
import { Allow } from '../allow.decorator.js';
import { Caller, type Principal } from '../principal.js';
import { SessionsService } from './sessions.service.js';
import { ownSessionList, type OwnSessionListRequest, ownSessionShape } from './own-sessions.fields.js';

@ApiController('self/sessions', 'authentication')
export class OwnSessionsController {
  constructor(private readonly sessions: SessionsService) {}

  @Get()
  @Allow('self:manage')
  @Operation({ summary: 'List the own sessions that are open', answer: pageOf(ownSessionShape.dto) })
  list(@Caller() caller: Principal, @ListQuery(ownSessionList) request: OwnSessionListRequest): Promise<JsonText> {
    return this.sessions.listOwn(caller, request);
  }

  @Delete(':session_id')
  @Allow('self:manage')
  @Operation({ summary: 'End an own session', status: 204, answer: noBody })
  delete(@Caller() caller: Principal, @PathUuid('session_id', 'Id of the session.') id: string): Promise<void> {
    return this.sessions.endOneOf(caller, id);
  }
}
