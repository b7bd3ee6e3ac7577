import { Post, Req } from '@nestjs/common';
import type { Request } from 'express';
import { JsonBody } from '../../http/body/json-body.decorator.js';
import { rateLimitKeyOf } from '../../http/limits/network-of.js';
import { ApiController } from '../../http/openapi/api-controller.decorator.js';
import { dataOf, Operation } from '../../http/openapi/operation.decorator.js';
import { Public } from '../allow.decorator.js';
import { LoginDto, maxLoginBytes, toSessionDto } from '../login/login.dto.js';
import { programOf } from '../sessions/program.js';
import { PasskeyLoginService } from './passkey-login.service.js';
import { PasskeyVerifier } from './passkey-verifier.js';
import { PasskeyLoginRequest, PasskeyOptionsDto } from './passkeys.dto.js';

@ApiController('login/passkey', 'authentication')
export class PasskeyLoginController {
  constructor(
    private readonly verifier: PasskeyVerifier,
    private readonly logins: PasskeyLoginService,
  ) {}

  @Post('options')
  @Public()
  @Operation({ summary: 'Get the options for a login by a passkey', answer: dataOf(PasskeyOptionsDto) })
  async createOptions(): Promise<{ data: PasskeyOptionsDto }> {
    return { data: await this.verifier.loginOptions() };
  }

  @Post()
  @Public()
  @Operation({
    summary: 'Log in by a passkey and get a bearer token',
    answer: dataOf(LoginDto),
    errors: [401, 408],
  })
  async create(
    @JsonBody(PasskeyLoginRequest, { maxBytes: maxLoginBytes }) { state, response }: PasskeyLoginRequest,
    @Req() request: Request,
  ): Promise<{ data: LoginDto }> {
    const origin = { kind: 'bearer', program: programOf(request), address: rateLimitKeyOf(request) } as const;
    const session = await this.logins.login({ state, response }, origin);
    return { data: { ...toSessionDto(session), session_token: session.token } };
  }
}
