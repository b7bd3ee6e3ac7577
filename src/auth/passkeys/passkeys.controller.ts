import { Delete, Get, Post, Req } from '@nestjs/common';
import type { Request } from 'express';
import { JsonBody } from '../../http/body/json-body.decorator.js';
import { PathUuid } from '../../http/input/path.decorators.js';
import { rateLimitKeyOf } from '../../http/limits/network-of.js';
import { ApiController } from '../../http/openapi/api-controller.decorator.js';
import { dataListOf, dataOf, noBody, Operation } from '../../http/openapi/operation.decorator.js';
import { Allow } from '../allow.decorator.js';
import { ProofRequest } from '../enrolment/factors.dto.js';
import { maxLoginBytes } from '../login/login.dto.js';
import { Caller, type Principal } from '../principal.js';
import {
  PasskeyDto,
  PasskeyOptionsDto,
  RegisteredPasskeyDto,
  RegisterPasskeyRequest,
  toPasskeyDto,
} from './passkeys.dto.js';
import { PasskeysService } from './passkeys.service.js';

const ProofBody = () => JsonBody(ProofRequest, { maxBytes: maxLoginBytes, optional: true });

/** The passkeys of the caller: key pairs of devices, which log in without a password. */
@ApiController('self/passkeys', 'authentication')
export class PasskeysController {
  constructor(private readonly passkeys: PasskeysService) {}

  @Get()
  @Allow('self:manage')
  @Operation({ summary: 'List the own passkeys', answer: dataListOf(PasskeyDto) })
  async list(@Caller() caller: Principal): Promise<{ data: PasskeyDto[] }> {
    return { data: (await this.passkeys.list(caller)).map(toPasskeyDto) };
  }

  @Post('options')
  @Allow('self:manage')
  @Operation({
    summary: 'Get the options for a new passkey',
    description: 'Needs the password, or a code of the second factor.',
    answer: dataOf(PasskeyOptionsDto),
  })
  async createOptions(
    @Caller() caller: Principal,
    @ProofBody() { secret, otp }: ProofRequest,
    @Req() request: Request,
  ): Promise<{ data: PasskeyOptionsDto }> {
    return { data: await this.passkeys.options(caller, { secret, otp, address: rateLimitKeyOf(request) }) };
  }

  @Post()
  @Allow('self:manage')
  @Operation({ summary: 'Register a passkey', status: 201, answer: dataOf(RegisteredPasskeyDto), errors: [409] })
  async create(
    @Caller() caller: Principal,
    @JsonBody(RegisterPasskeyRequest, { maxBytes: maxLoginBytes }) { name, state, response }: RegisterPasskeyRequest,
  ): Promise<{ data: RegisteredPasskeyDto }> {
    const { id, recoveryCodes } = await this.passkeys.register(caller, name, { state, response });
    return { data: { id, recovery_codes: recoveryCodes } };
  }

  @Delete(':passkey_id')
  @Allow('self:manage')
  @Operation({
    summary: 'Delete an own passkey',
    description: 'Needs the password, or a code of the second factor.',
    status: 204,
    answer: noBody,
  })
  delete(
    @Caller() caller: Principal,
    @PathUuid('passkey_id', 'Id of the passkey.') id: string,
    @ProofBody() { secret, otp }: ProofRequest,
    @Req() request: Request,
  ): Promise<void> {
    return this.passkeys.delete(caller, id, { secret, otp, address: rateLimitKeyOf(request) });
  }
}
