import { Post, Req } from '@nestjs/common';
import type { Request } from 'express';
import { InvalidInputError } from '../../base/errors.js';
import { JsonBody } from '../../http/body/json-body.decorator.js';
import { ApiController } from '../../http/openapi/api-controller.decorator.js';
import { dataOf, noBody, Operation } from '../../http/openapi/operation.decorator.js';
import { rateLimitKeyOf } from '../../http/limits/rate-limit.guards.js';
import { Allow, Public } from '../allow.decorator.js';
import { Caller, type Principal } from '../principal.js';
import { LoginDto, LoginRequest } from './login.dto.js';
import { SessionsService } from './sessions.service.js';
import { LoginService } from './login.service.js';

/** Small, because everybody may send a login. */
const maxLoginBytes = 16_384;

@ApiController('', 'authentication')
export class SessionsController {
  constructor(
    private readonly logins: LoginService,
    private readonly sessions: SessionsService,
  ) {}

  @Post('login')
  @Public()
  @Operation({ summary: 'Log in and get a bearer token', answer: dataOf(LoginDto), errors: [401, 408, 413, 415] })
  async login(
    @JsonBody(LoginRequest, { maxBytes: maxLoginBytes }) body: LoginRequest,
    @Req() request: Request,
  ): Promise<{ data: LoginDto }> {
    const attempt = { name: body.username, address: rateLimitKeyOf(request) };
    const { accountId, token, passwordExpired } = await this.logins.login(attempt, body.secret);
    return { data: { user_id: accountId, auth_expired: passwordExpired, session_token: token } };
  }

  @Post('logout')
  @Allow('self:manage')
  @Operation({ summary: 'End the session of the bearer token', status: 204, answer: noBody })
  async logout(@Caller() { sessionId }: Principal): Promise<void> {
    if (sessionId === undefined)
      throw InvalidInputError.at('auth.no_session', 'header.Authorization', 'a signed request has no session');
    await this.sessions.end(sessionId);
  }
}
