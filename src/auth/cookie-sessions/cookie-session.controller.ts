import { Delete, Post, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { JsonBody } from '../../http/body/json-body.decorator.js';
import { rateLimitKeyOf } from '../../http/limits/network-of.js';
import { ApiController } from '../../http/openapi/api-controller.decorator.js';
import { dataOf, noBody, Operation } from '../../http/openapi/operation.decorator.js';
import { Allow, Public } from '../allow.decorator.js';
import { Caller, type Principal } from '../principal.js';
import { maxLoginBytes, toSessionDto } from '../login/login.dto.js';
import { LoginService } from '../login/login.service.js';
import { PasskeyLoginService } from '../passkeys/passkey-login.service.js';
import { PasskeyLoginRequest } from '../passkeys/passkeys.dto.js';
import { programOf } from '../sessions/program.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { CookieLoginRequest, CookieSessionDto } from './cookie-session.dto.js';
import { SessionCookie } from './session-cookie.js';

/** The session of the page: a login whose token is in a cookie instead of the answer. */
@ApiController('self/session', 'authentication')
export class CookieSessionController {
  constructor(
    private readonly cookie: SessionCookie,
    private readonly logins: LoginService,
    private readonly sessions: SessionsService,
    private readonly passkeys: PasskeyLoginService,
  ) {}

  @Post()
  @Public()
  @Operation({
    summary: 'Log in and get a session cookie',
    description:
      'For the page of this service: needs the header `X-Requested-With: graphward`, and HTTPS unless the browser is on the machine of the service.',
    answer: dataOf(CookieSessionDto),
    errors: [401, 408],
  })
  async create(
    @JsonBody(CookieLoginRequest, { maxBytes: maxLoginBytes }) { username, secret, otp }: CookieLoginRequest,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<{ data: CookieSessionDto }> {
    this.cookie.requireOwnPage(request);
    const session = await this.logins.login(
      { name: username, address: rateLimitKeyOf(request) },
      secret,
      { kind: 'cookie', program: programOf(request) },
      otp,
    );
    this.cookie.write(request, response, session.token);
    return { data: toSessionDto(session) };
  }

  @Post('passkey')
  @Public()
  @Operation({
    summary: 'Log in by a passkey and get a session cookie',
    description: 'For the page of this service, as the login by a password.',
    answer: dataOf(CookieSessionDto),
    errors: [401, 408],
  })
  async createByPasskey(
    @JsonBody(PasskeyLoginRequest, { maxBytes: maxLoginBytes }) { state, response: credential }: PasskeyLoginRequest,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<{ data: CookieSessionDto }> {
    this.cookie.requireOwnPage(request);
    const origin = { kind: 'cookie', program: programOf(request), address: rateLimitKeyOf(request) } as const;
    const session = await this.passkeys.login({ state, response: credential }, origin);
    this.cookie.write(request, response, session.token);
    return { data: toSessionDto(session) };
  }

  @Delete()
  @Allow('self:manage')
  @Operation({ summary: 'End the session and remove its cookie', status: 204, answer: noBody })
  async delete(
    @Caller() caller: Principal,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<void> {
    await this.sessions.endOwn(caller);
    this.cookie.clear(request, response);
  }
}
