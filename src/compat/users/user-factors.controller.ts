import { Delete, Get, Post, Req } from '@nestjs/common';
import type { Request } from 'express';
import { renderSVG } from 'uqr';
import { Allow } from '../../auth/allow.decorator.js';
import { ActivateFactorRequest, mfaStatusOf } from '../../auth/enrolment/factors.dto.js';
import { FactorsService } from '../../auth/enrolment/factors.service.js';
import { maxLoginBytes } from '../../auth/login/login.dto.js';
import { Caller, type Principal } from '../../auth/principal.js';
import { JsonBody } from '../../http/body/json-body.decorator.js';
import { PathUuid } from '../../http/input/path.decorators.js';
import { rateLimitKeyOf } from '../../http/limits/network-of.js';
import { ApiController } from '../../http/openapi/api-controller.decorator.js';
import { dataOf, Operation } from '../../http/openapi/operation.decorator.js';
import { ActivatedUserDto, EnrolledUserDto, UserFactorDto, UserSecretRequest } from './user-factors.dto.js';

const PathUser = () => PathUuid('user_id', 'Id of the account.');
const SecretBody = () => JsonBody(UserSecretRequest, { maxBytes: maxLoginBytes, optional: true });

/** Second factors in the JSON shapes of the reference product. */
@ApiController('bloodhound-users/:user_id', 'accounts')
export class UserFactorsController {
  constructor(private readonly factors: FactorsService) {}

  @Get('mfa-activation')
  @Allow('self:manage')
  @Operation({
    summary: 'Get the state of the second factor of a user',
    description: 'The state of another user needs the permission users:manage.',
    answer: dataOf(UserFactorDto),
  })
  async get(@Caller() caller: Principal, @PathUser() id: string): Promise<{ data: UserFactorDto }> {
    return { data: { status: mfaStatusOf(await this.factors.state(caller, id)) } };
  }

  @Post('mfa')
  @Allow('self:manage')
  @Operation({
    summary: 'Enrol an app as the own second factor',
    description: 'Needs the own secret.',
    answer: dataOf(EnrolledUserDto),
    errors: [409],
  })
  async create(
    @Caller() caller: Principal,
    @PathUser() id: string,
    @SecretBody() body: UserSecretRequest,
    @Req() request: Request,
  ): Promise<{ data: EnrolledUserDto }> {
    const { secret, uri } = await this.factors.enrol(caller, id, proofOf(body, request));
    const picture = Buffer.from(renderSVG(uri)).toString('base64');
    return { data: { qr_code: `data:image/svg+xml;base64,${picture}`, totp_secret: secret } };
  }

  @Post('mfa-activation')
  @Allow('self:manage')
  @Operation({
    summary: 'Activate the own second factor by a code',
    answer: dataOf(ActivatedUserDto),
    errors: [409],
  })
  async activate(
    @Caller() caller: Principal,
    @PathUser() id: string,
    @JsonBody(ActivateFactorRequest, { maxBytes: maxLoginBytes }) { otp }: ActivateFactorRequest,
  ): Promise<{ data: ActivatedUserDto }> {
    return { data: { status: 'activated', recovery_codes: await this.factors.activate(caller, id, otp) } };
  }

  @Delete('mfa')
  @Allow('self:manage')
  @Operation({
    summary: 'Remove the second factor of a user',
    description: 'The own factor needs the own secret; the factor of another user, the permission users:manage.',
    answer: dataOf(UserFactorDto),
    errors: [409],
  })
  async delete(
    @Caller() caller: Principal,
    @PathUser() id: string,
    @SecretBody() body: UserSecretRequest,
    @Req() request: Request,
  ): Promise<{ data: UserFactorDto }> {
    await this.factors.remove(caller, id, proofOf(body, request));
    return { data: { status: 'deactivated' } };
  }
}

function proofOf({ secret }: UserSecretRequest, request: Request) {
  return { secret: secret ?? undefined, address: rateLimitKeyOf(request) };
}
