import { Delete, Get } from '@nestjs/common';
import { PathUuid } from '../../http/input/path.decorators.js';
import type { JsonText } from '../../http/json-text.js';
import { ListQuery } from '../../http/list/list-query.decorator.js';
import { ApiController } from '../../http/openapi/api-controller.decorator.js';
import { noBody, Operation, pageOf } from '../../http/openapi/operation.decorator.js';
import { AccountsService } from './accounts.service.js';
import { Allow } from '../allow.decorator.js';
import { Caller, type Principal } from '../principal.js';
import { sessionList, type SessionListRequest, sessionShape } from '../sessions/sessions.fields.js';
import { SessionsService } from '../sessions/sessions.service.js';

const PathAccount = () => PathUuid('account_id', 'Id of the account.');

/** The sessions of any account, for administrators. */
@ApiController('accounts/:account_id/sessions', 'accounts')
export class AccountSessionsController {
  constructor(
    private readonly sessions: SessionsService,
    private readonly accounts: AccountsService,
  ) {}

  @Get()
  @Allow('users:manage')
  @Operation({ summary: 'List the open sessions of an account', answer: pageOf(sessionShape.dto) })
  async list(
    @PathAccount() accountId: string,
    @Caller() caller: Principal,
    @ListQuery(sessionList) request: SessionListRequest,
  ): Promise<JsonText> {
    await this.accounts.get(accountId);
    return this.sessions.list(accountId, caller, request);
  }

  @Delete()
  @Allow('users:manage')
  @Operation({ summary: 'End all sessions of an account', status: 204, answer: noBody })
  async deleteAll(@PathAccount() accountId: string): Promise<void> {
    await this.accounts.get(accountId);
    await this.sessions.endListed(accountId, `accounts/${accountId}`);
  }

  @Delete(':session_id')
  @Allow('users:manage')
  @Operation({ summary: 'End a session of an account', status: 204, answer: noBody })
  delete(@PathAccount() accountId: string, @PathUuid('session_id', 'Id of the session.') id: string): Promise<void> {
    return this.sessions.endOneOf(accountId, `accounts/${accountId}`, id);
  }
}
