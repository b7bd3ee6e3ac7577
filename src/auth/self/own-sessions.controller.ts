import { Delete, Get, Req } from '@nestjs/common';
import type { Request } from 'express';
import { PathUuid } from '../../http/input/path.decorators.js';
import type { JsonText } from '../../http/json-text.js';
import { ListQuery } from '../../http/list/list-query.decorator.js';
import { ApiController } from '../../http/openapi/api-controller.decorator.js';
import { noBody, Operation, pageOf } from '../../http/openapi/operation.decorator.js';
import { Allow } from '../allow.decorator.js';
import { Caller, type Principal } from '../principal.js';
import type { ProofRequest } from '../enrolment/factors.dto.js';
import { ProofBody, proofOf } from '../enrolment/proof-body.js';
import { Reauthentication } from '../enrolment/reauthentication.js';
import { sessionList, type SessionListRequest, sessionShape } from '../sessions/sessions.fields.js';
import { SessionsService } from '../sessions/sessions.service.js';

const description =
  'Needs the password or a code of the second factor if the login is older than ten minutes; an account of an identity provider logs in by it again.';

@ApiController('self/sessions', 'authentication')
export class OwnSessionsController {
  constructor(
    private readonly sessions: SessionsService,
    private readonly reauthentication: Reauthentication,
  ) {}

  @Get()
  @Allow('self:manage')
  @Operation({ summary: 'List the own sessions that are open', answer: pageOf(sessionShape.dto) })
  list(@Caller() caller: Principal, @ListQuery(sessionList) request: SessionListRequest): Promise<JsonText> {
    return this.sessions.list(caller.id, caller, request);
  }

  @Delete()
  @Allow('self:manage')
  @Operation({ summary: 'End all own sessions but the one of this request', description, status: 204, answer: noBody })
  async deleteOthers(
    @Caller() caller: Principal,
    @ProofBody() body: ProofRequest,
    @Req() request: Request,
  ): Promise<void> {
    await this.reauthentication.confirmUnlessRecent(caller, proofOf(body, request));
    await this.sessions.endListed(caller.id, 'self', caller.sessionId);
  }

  @Delete(':session_id')
  @Allow('self:manage')
  @Operation({ summary: 'End an own session', description, status: 204, answer: noBody })
  async delete(
    @Caller() caller: Principal,
    @PathUuid('session_id', 'Id of the session.') id: string,
    @ProofBody() body: ProofRequest,
    @Req() request: Request,
  ): Promise<void> {
    if (await this.sessions.isOpenOf(caller.id, id))
      await this.reauthentication.confirmUnlessRecent(caller, proofOf(body, request));
    await this.sessions.endOneOf(caller.id, 'self', id);
  }
}
