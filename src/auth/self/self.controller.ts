import { Delete, Get, Put, Req } from '@nestjs/common';
import type { Request } from 'express';
import { JsonBody } from '../../http/body/json-body.decorator.js';
import { ApiController } from '../../http/openapi/api-controller.decorator.js';
import { dataListOf, dataOf, noBody, Operation } from '../../http/openapi/operation.decorator.js';
import { rateLimitKeyOf } from '../../http/limits/network-of.js';
import { Allow } from '../allow.decorator.js';
import { Caller, type Principal } from '../principal.js';
import { roles } from '../permissions.js';
import { ApiTokensService } from '../tokens/api-tokens.service.js';
import { ChangePasswordRequest } from '../accounts/accounts.dto.js';
import { type RoleDto, roleShape, type SelfDto, selfShape, toRoleDto, toSelfDto } from '../accounts/accounts.fields.js';
import { SecondFactorService } from '../factors/second-factor.service.js';
import { AccountsService } from '../accounts/accounts.service.js';
import { OwnPasswordService } from './own-password.service.js';

@ApiController('', 'authentication')
export class SelfController {
  constructor(
    private readonly accounts: AccountsService,
    private readonly ownPassword: OwnPasswordService,
    private readonly tokens: ApiTokensService,
    private readonly factors: SecondFactorService,
  ) {}

  @Get('self')
  @Allow('self:manage')
  @Operation({ summary: 'Get the own account and its permissions', answer: dataOf(selfShape.dto) })
  async self(@Caller() caller: Principal): Promise<{ data: SelfDto }> {
    const account = await this.accounts.get(caller.id);
    const slug = await this.accounts.slugOfProvider(account);
    return { data: toSelfDto(account, caller, { lacksFactor: this.factors.isMissing(account), slug }) };
  }

  @Put('self/password')
  @Allow('self:manage')
  @Operation({
    summary: 'Change the own password',
    description:
      'Ends the other sessions of the account. With `revoke_tokens` it also deletes all API tokens of the account. Wrong passwords count against the limit of failed logins.',
    status: 204,
    answer: noBody,
  })
  changePassword(
    @Caller() caller: Principal,
    @JsonBody(ChangePasswordRequest)
    { current, new: next, revoke_tokens: revokesTokens = false }: ChangePasswordRequest,
    @Req() request: Request,
  ): Promise<void> {
    return this.ownPassword.change(caller, { current, next, revokesTokens, address: rateLimitKeyOf(request) });
  }

  @Delete('self/tokens')
  @Allow('self:manage')
  @Operation({
    summary: 'Delete all own API tokens',
    description: 'Includes the token that signed the request.',
    status: 204,
    answer: noBody,
  })
  revokeTokens(@Caller() caller: Principal): Promise<void> {
    return this.tokens.revokeAllOf(caller.id);
  }

  @Get('roles')
  @Allow('self:manage')
  @Operation({ summary: 'List the roles and their permissions', answer: dataListOf(roleShape.dto) })
  roles(): { data: RoleDto[] } {
    return { data: roles.map(toRoleDto) };
  }
}
