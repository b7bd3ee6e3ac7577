import { Delete, Get, Patch, Post, Put } from '@nestjs/common';
import { ForbiddenError } from '../../base/errors.js';
import { JsonBody } from '../../http/body/json-body.decorator.js';
import { PathUuid } from '../../http/input/path.decorators.js';
import type { JsonText } from '../../http/json-text.js';
import { ListQuery } from '../../http/list/list-query.decorator.js';
import { ApiController } from '../../http/openapi/api-controller.decorator.js';
import { dataOf, noBody, Operation, pageOf } from '../../http/openapi/operation.decorator.js';
import { Repeatable } from '../repeats/repeatable.decorator.js';
import { Allow } from '../allow.decorator.js';
import { Caller, type Principal } from '../principal.js';
import { ApiTokensService } from '../tokens/api-tokens.service.js';
import { AccountEnvironmentsRequest, toAccountSight } from './account-environments.dto.js';
import { CreateAccountRequest, UpdateAccountRequest } from './accounts.dto.js';
import {
  type AccountDto,
  accountList,
  type AccountListRequest,
  accountShape,
  toAccountDto,
} from './accounts.fields.js';
import { AccountsService } from './accounts.service.js';

const PathAccount = () => PathUuid('account_id', 'Id of the account.');

@ApiController('accounts', 'accounts')
export class AccountsController {
  constructor(
    private readonly service: AccountsService,
    private readonly tokens: ApiTokensService,
  ) {}

  @Get()
  @Allow('users:manage')
  @Operation({ summary: 'List accounts', answer: pageOf(accountShape.dto) })
  list(@ListQuery(accountList) request: AccountListRequest): Promise<JsonText> {
    return this.service.list(request);
  }

  @Post()
  @Allow('users:manage')
  @Repeatable((it: AccountsController, { ids: [id = ''] }) => it.get(id))
  @Operation({ summary: 'Create an account', status: 201, answer: dataOf(accountShape.dto), errors: [409] })
  async create(@JsonBody(CreateAccountRequest) body: CreateAccountRequest): Promise<{ data: AccountDto }> {
    const { name, role, password = null, email = null, sso_provider_id: ssoProviderId = null } = body;
    return { data: toAccountDto(await this.service.create({ name, role, password, email, ssoProviderId })) };
  }

  @Get(':account_id')
  @Allow('users:manage')
  @Operation({ summary: 'Get an account', answer: dataOf(accountShape.dto) })
  async get(@PathAccount() id: string): Promise<{ data: AccountDto }> {
    return { data: toAccountDto(await this.service.get(id)) };
  }

  @Patch(':account_id')
  @Allow('users:manage')
  @Operation({
    summary: 'Change an account',
    description:
      'Absent properties stay unchanged. A new password, another provider, or disabling the account ends its sessions. Disabling also deletes its API tokens; enabling does not restore them.',
    answer: dataOf(accountShape.dto),
    errors: [409],
  })
  async update(
    @Caller() caller: Principal,
    @PathAccount() id: string,
    @JsonBody(UpdateAccountRequest) body: UpdateAccountRequest,
  ): Promise<{ data: AccountDto }> {
    requireOther(caller, id, body);
    const { is_disabled: isDisabled, role, email, password, revoke_tokens: revokesTokens } = body;
    const { sso_provider_id: ssoProviderId, release_subject: releasesSubject } = body;
    const changes = {
      ...(role !== undefined && { role }),
      ...(email !== undefined && { email }),
      ...(isDisabled !== undefined && { isDisabled }),
      ...(password !== undefined && { password }),
      ...(revokesTokens !== undefined && { revokesTokens }),
      ...(ssoProviderId !== undefined && { ssoProviderId }),
      ...(releasesSubject !== undefined && { releasesSubject }),
    };
    return { data: toAccountDto(await this.service.update(id, changes)) };
  }

  @Put(':account_id/environments')
  @Allow('users:manage')
  @Operation({
    summary: 'Set the environments that an account sees',
    description:
      'Only accounts of the roles `user` and `read_only` are limited. The change holds on every instance within five seconds, and ends no session. docs/permissions.md says what a limited account sees and may call.',
    answer: dataOf(accountShape.dto),
  })
  async limit(
    @PathAccount() id: string,
    @JsonBody(AccountEnvironmentsRequest) body: AccountEnvironmentsRequest,
  ): Promise<{ data: AccountDto }> {
    return { data: toAccountDto(await this.service.limit(id, toAccountSight(body))) };
  }

  @Delete(':account_id')
  @Allow('users:manage')
  @Operation({ summary: 'Delete an account with its sessions and tokens', status: 204, answer: noBody, errors: [409] })
  delete(@PathAccount() id: string): Promise<void> {
    return this.service.delete(id);
  }

  @Delete(':account_id/tokens')
  @Allow('users:manage')
  @Operation({ summary: 'Delete all API tokens of an account', status: 204, answer: noBody })
  revokeTokens(@PathAccount() id: string): Promise<void> {
    return this.tokens.revokeAllOf(id);
  }
}

/** A stolen session of an administrator must not take over the account for ever. @throws ForbiddenError */
function requireOther(caller: Principal, id: string, { password }: UpdateAccountRequest): void {
  if (password === undefined || id !== caller.id) return;
  throw new ForbiddenError('PUT /api/v2/self/password changes the own password, and asks for the current one');
}
