import { Post, Req } from '@nestjs/common';
import type { Request } from 'express';
import { Settings } from '../../base/config/settings.js';
import { JsonBody } from '../../http/body/json-body.decorator.js';
import { RequestOrigin } from '../../http/input/request-origin.decorator.js';
import { rateLimitKeyOf } from '../../http/limits/network-of.js';
import { ApiController } from '../../http/openapi/api-controller.decorator.js';
import { dataOf, noBody, Operation } from '../../http/openapi/operation.decorator.js';
import { Allow, Public } from '../allow.decorator.js';
import { proofOf } from '../enrolment/proof-body.js';
import { LoginDto, maxLoginBytes, toSessionDto } from '../login/login.dto.js';
import { Caller, type Principal } from '../principal.js';
import { programOf } from '../sessions/program.js';
import {
  BegunLoginDto,
  DecideDeviceRequest,
  DeviceTokenRequest,
  FindDeviceRequest,
  WaitingProgramDto,
} from './device-login.dto.js';
import { DeviceLoginService } from './device-login.service.js';

const body = { maxBytes: maxLoginBytes };

/** Logins of programs without a password (RFC 8628). */
@ApiController('device', 'authentication')
export class DeviceLoginController {
  constructor(
    private readonly logins: DeviceLoginService,
    private readonly settings: Settings,
  ) {}

  @Post('authorize')
  @Public()
  @Operation({ summary: 'Begin the login of a program', answer: dataOf(BegunLoginDto) })
  async start(@Req() request: Request, @RequestOrigin() requestOrigin: string): Promise<{ data: BegunLoginDto }> {
    const { deviceCode, userCode, expiresIn, interval } = await this.logins.begin(programAt(request));
    const origin = this.settings.publicUrl.replace(/\/+$/, '') || requestOrigin;
    return {
      data: {
        device_code: deviceCode,
        user_code: userCode,
        verification_uri: `${origin}/ui/device`,
        expires_in: expiresIn,
        interval,
      },
    };
  }

  @Post('token')
  @Public()
  @Operation({
    summary: 'Get the bearer token of a program that may log in',
    description:
      'Until a person has decided it answers 400 `device.authorization_pending`; `device.slow_down` if it is called too often, `device.access_denied` and `device.expired_token` in the end.',
    answer: dataOf(LoginDto),
    errors: [408],
  })
  async requestToken(
    @JsonBody(DeviceTokenRequest, body) { device_code: deviceCode }: DeviceTokenRequest,
    @Req() request: Request,
  ): Promise<{ data: LoginDto }> {
    const session = await this.logins.token(deviceCode, programAt(request));
    return { data: { ...toSessionDto(session), session_token: session.token } };
  }

  @Post('request')
  @Allow('self:manage')
  @Operation({
    summary: 'Get the login request of a program by its code',
    answer: dataOf(WaitingProgramDto),
    errors: [404],
  })
  async getRequest(
    @Caller() caller: Principal,
    @JsonBody(FindDeviceRequest, body) { user_code: userCode }: FindDeviceRequest,
  ): Promise<{ data: WaitingProgramDto }> {
    const { address, program, createdAt, needsProof } = await this.logins.find(caller, userCode);
    return { data: { address, program, created_at: createdAt.toISOString(), needs_proof: needsProof } };
  }

  @Post('decision')
  @Allow('self:manage')
  @Operation({
    summary: 'Let a program log in as the caller, or refuse it',
    description:
      'Needs the password or a code of the second factor if the login of the caller is older than ten minutes; an account of an identity provider logs in by it again.',
    status: 204,
    answer: noBody,
    errors: [404],
  })
  setDecision(
    @Caller() caller: Principal,
    @JsonBody(DecideDeviceRequest, body)
    { user_code: userCode, is_approved: isApproved, ...proof }: DecideDeviceRequest,
    @Req() request: Request,
  ): Promise<void> {
    return this.logins.decide(caller, { userCode, isApproved, proof: proofOf(proof, request) });
  }
}

function programAt(request: Request) {
  return { address: rateLimitKeyOf(request), program: programOf(request) };
}
