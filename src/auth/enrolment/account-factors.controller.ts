import { Delete, Get, Post, Req } from '@nestjs/common';
import type { Request } from 'express';
import { JsonBody } from '../../http/body/json-body.decorator.js';
import { PathUuid } from '../../http/input/path.decorators.js';
import { ApiController } from '../../http/openapi/api-controller.decorator.js';
import { dataOf, Operation } from '../../http/openapi/operation.decorator.js';
import { Allow } from '../allow.decorator.js';
import { maxLoginBytes } from '../login/login.dto.js';
import { Caller, type Principal } from '../principal.js';
import {
  ActivatedFactorDto,
  ActivateFactorRequest,
  EnrolledFactorDto,
  FactorStateDto,
  mfaStatusOf,
  ProofRequest,
  RecoveryCodesDto,
  RemovedFactorDto,
} from './factors.dto.js';
import { FactorsService } from './factors.service.js';
import { ProofBody, proofOf } from './proof-body.js';

const PathAccount = () => PathUuid('account_id', 'Id of the account.');

/** The second factor of an account: codes by time of an app, and recovery codes. */
@ApiController('accounts/:account_id', 'accounts')
export class AccountFactorsController {
  constructor(private readonly factors: FactorsService) {}

  @Get('mfa-activation')
  @Allow('self:manage')
  @Operation({
    summary: 'Get the state of the second factor of an account',
    description: 'The state of another account needs the permission users:manage.',
    answer: dataOf(FactorStateDto),
  })
  async get(@Caller() caller: Principal, @PathAccount() id: string): Promise<{ data: FactorStateDto }> {
    const state = await this.factors.state(caller, id);
    return { data: { status: mfaStatusOf(state), recovery_codes_left: state.recoveryCodesLeft } };
  }

  @Post('mfa')
  @Allow('self:manage')
  @Operation({
    summary: 'Enrol an app as the second factor of the own account',
    description: 'Needs the password, or a code of the factor. The factor counts once a code of the app activates it.',
    answer: dataOf(EnrolledFactorDto),
    errors: [409],
  })
  async create(
    @Caller() caller: Principal,
    @PathAccount() id: string,
    @ProofBody() body: ProofRequest,
    @Req() request: Request,
  ): Promise<{ data: EnrolledFactorDto }> {
    const { secret, uri } = await this.factors.enrol(caller, id, proofOf(body, request));
    return { data: { totp_secret: secret, totp_uri: uri } };
  }

  @Post('mfa-activation')
  @Allow('self:manage')
  @Operation({
    summary: 'Activate the second factor of the own account by a code',
    answer: dataOf(ActivatedFactorDto),
    errors: [409],
  })
  async activate(
    @Caller() caller: Principal,
    @PathAccount() id: string,
    @JsonBody(ActivateFactorRequest, { maxBytes: maxLoginBytes }) { otp }: ActivateFactorRequest,
  ): Promise<{ data: ActivatedFactorDto }> {
    return { data: { status: 'activated', recovery_codes: await this.factors.activate(caller, id, otp) } };
  }

  @Delete('mfa')
  @Allow('self:manage')
  @Operation({
    summary: 'Remove the second factor of an account',
    description:
      'The own factor needs the password, or a code of the factor. The factor of another account needs the permission users:manage.',
    answer: dataOf(RemovedFactorDto),
    errors: [409],
  })
  async delete(
    @Caller() caller: Principal,
    @PathAccount() id: string,
    @ProofBody() body: ProofRequest,
    @Req() request: Request,
  ): Promise<{ data: RemovedFactorDto }> {
    await this.factors.remove(caller, id, proofOf(body, request));
    return { data: { status: 'deactivated' } };
  }

  @Post('recovery-codes')
  @Allow('self:manage')
  @Operation({
    summary: 'Replace the recovery codes of the own account',
    description: 'Needs the password, or a code of the second factor. The former codes are void.',
    answer: dataOf(RecoveryCodesDto),
    errors: [409],
  })
  async createRecoveryCodes(
    @Caller() caller: Principal,
    @PathAccount() id: string,
    @ProofBody() body: ProofRequest,
    @Req() request: Request,
  ): Promise<{ data: RecoveryCodesDto }> {
    const proof = proofOf(body, request);
    return { data: { recovery_codes: await this.factors.newRecoveryCodes(caller, id, proof) } };
  }
}
