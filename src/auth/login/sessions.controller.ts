import { Post, Req } from '@nestjs/common';
import type { Request } from 'express';
import { JsonBody } from '../../http/body/json-body.decorator.js';
import { ApiController } from '../../http/openapi/api-controller.decorator.js';
import { dataOf, noBody, Operation } from '../../http/openapi/operation.decorator.js';
import { rateLimitKeyOf } from '../../http/limits/network-of.js';
import { Allow, Public } from '../allow.decorator.js';
import { Caller, type Principal } from '../principal.js';
import { LoginDto, LoginRequest, maxLoginBytes, toSessionDto } from './login.dto.js';
import { programOf } from '../sessions/program.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { LoginService } from './login.service.js';

@ApiController('', 'authentication')
export class SessionsController {
  constructor(
    private readonly logins: LoginService,
    private readonly sessions: SessionsService,
  ) {}

  @Post('login')
  @Public()
  @Operation({ summary: 'Log in and get a bearer token', answer: dataOf(LoginDto), errors: [401, 408] })
  async login(
    @JsonBody(LoginRequest, { maxBytes: maxLoginBytes }) body: LoginRequest,
    @Req() request: Request,
  ): Promise<{ data: LoginDto }> {
    const attempt = { name: body.username, address: rateLimitKeyOf(request) };
    const origin = { kind: 'bearer', program: programOf(request) } as const;
    const session = await this.logins.login(attempt, body.secret, origin, body.otp);
    return { data: { ...toSessionDto(session), session_token: session.token } };
  }

  @Post('logout')
  @Allow('self:manage')
  @Operation({ summary: 'End the session of the bearer token', status: 204, answer: noBody })
  logout(@Caller() caller: Principal): Promise<void> {
    return this.sessions.endOwn(caller);
  }
}
