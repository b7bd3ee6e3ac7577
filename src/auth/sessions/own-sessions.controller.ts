import { Delete, Get } from '@nestjs/common';
import { PathUuid } from '../../http/input/path.decorators.js';
import type { JsonText } from '../../http/json-text.js';
import { ListQuery } from '../../http/list/list-query.decorator.js';
import { ApiController } from '../../http/openapi/api-controller.decorator.js';
import { noBody, Operation, pageOf } from '../../http/openapi/operation.decorator.js';
import { Allow } from '../allow.decorator.js';
import { Caller, type Principal } from '../principal.js';
import { sessionList, type SessionListRequest, sessionShape } from './sessions.fields.js';
import { SessionsService } from './sessions.service.js';

@ApiController('self/sessions', 'authentication')
export class OwnSessionsController {
  constructor(private readonly sessions: SessionsService) {}

  @Get()
  @Allow('self:manage')
  @Operation({ summary: 'List the own sessions that are open', answer: pageOf(sessionShape.dto) })
  list(@Caller() caller: Principal, @ListQuery(sessionList) request: SessionListRequest): Promise<JsonText> {
    return this.sessions.list(caller.id, caller, request);
  }

  @Delete()
  @Allow('self:manage')
  @Operation({ summary: 'End all own sessions but the one of this request', status: 204, answer: noBody })
  deleteOthers(@Caller() { id, sessionId }: Principal): Promise<void> {
    return this.sessions.endListed(id, 'self', sessionId);
  }

  @Delete(':session_id')
  @Allow('self:manage')
  @Operation({ summary: 'End an own session', status: 204, answer: noBody })
  delete(@Caller() caller: Principal, @PathUuid('session_id', 'Id of the session.') id: string): Promise<void> {
    return this.sessions.endOneOf(caller.id, 'self', id);
  }
}
