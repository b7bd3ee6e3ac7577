import { Delete, Get, Patch, Post, Put, Req } from '@nestjs/common';
import type { Request } from 'express';
import { AccountsService } from '../../auth/accounts/accounts.service.js';
import { Allow } from '../../auth/allow.decorator.js';
import { Caller, type Principal } from '../../auth/principal.js';
import { JsonBody } from '../../http/body/json-body.decorator.js';
import { PathUuid } from '../../http/input/path.decorators.js';
import type { PageOf } from '../../http/list/list-page.js';
import { ListQuery } from '../../http/list/list-query.decorator.js';
import { ApiController } from '../../http/openapi/api-controller.decorator.js';
import { dataOf, noBody, Operation, pageOf } from '../../http/openapi/operation.decorator.js';
import { rateLimitKeyOf } from '../../http/limits/network-of.js';
import { MinimalUserDto, toMinimalUserDto, toUserDto, UserDto } from './users.answer.dto.js';
import {
  CreateUserRequest,
  SetSecretRequest,
  toAccountChanges,
  toAccountDraft,
  toSecretChange,
  UpdateUserRequest,
  withSentNames,
} from './users.request.dto.js';
import { UserSecretsService } from './user-secrets.service.js';
import { minimalUserList, type MinimalUserListRequest, userList, type UserListRequest } from './users.list.js';

const PathUser = () => PathUuid('user_id', 'Id of the account.');

/** Accounts in the JSON shapes of the reference product. */
@ApiController('', 'accounts')
export class UsersController {
  constructor(
    private readonly accounts: AccountsService,
    private readonly secrets: UserSecretsService,
  ) {}

  @Get('bloodhound-users')
  @Allow('users:manage')
  @Operation({ summary: 'List users', answer: pageOf(UserDto) })
  async list(@ListQuery(userList) request: UserListRequest): Promise<PageOf<UserDto>> {
    // src/compat/wire refuses too many and moves the list to data.users.
    const { data, ...page } = await this.accounts.listBy(userList, request);
    return { ...page, data: data.map(toUserDto) };
  }

  @Get('bloodhound-users-minimal')
  @Allow('graph:read')
  @Operation({ summary: 'List users with their names only', answer: pageOf(MinimalUserDto) })
  async listMinimal(@ListQuery(minimalUserList) request: MinimalUserListRequest): Promise<PageOf<MinimalUserDto>> {
    const { data, ...page } = await this.accounts.listBy(minimalUserList, request);
    return { ...page, data: data.map(toMinimalUserDto) };
  }

  @Post('bloodhound-users')
  @Allow('users:manage')
  @Operation({ summary: 'Create a user', answer: dataOf(UserDto), errors: [409] })
  async create(@JsonBody(CreateUserRequest) body: CreateUserRequest): Promise<{ data: UserDto }> {
    return { data: toUserDto(await withSentNames(this.accounts.create(toAccountDraft(body)))) };
  }

  @Get('bloodhound-users/:user_id')
  @Allow('users:manage')
  @Operation({ summary: 'Get a user', answer: dataOf(UserDto) })
  async get(@PathUser() id: string): Promise<{ data: UserDto }> {
    return { data: toUserDto(await this.accounts.get(id)) };
  }

  @Patch('bloodhound-users/:user_id')
  @Allow('users:manage')
  @Operation({
    summary: 'Change a user',
    description: 'Absent and empty properties change nothing.',
    answer: noBody,
    errors: [409],
  })
  async update(@PathUser() id: string, @JsonBody(UpdateUserRequest) body: UpdateUserRequest): Promise<void> {
    await withSentNames(this.accounts.update(id, toAccountChanges(body)));
  }

  @Delete('bloodhound-users/:user_id')
  @Allow('users:manage')
  @Operation({ summary: 'Delete a user', answer: noBody, errors: [409] })
  delete(@PathUser() id: string): Promise<void> {
    return this.accounts.delete(id);
  }

  @Put('bloodhound-users/:user_id/secret')
  @Allow('self:manage')
  @Operation({
    summary: 'Set the secret of a user',
    description: 'The secret of another user needs the permission users:manage. Ends the other sessions of the user.',
    answer: noBody,
  })
  setSecret(
    @Caller() caller: Principal,
    @PathUser() id: string,
    @JsonBody(SetSecretRequest) body: SetSecretRequest,
    @Req() request: Request,
  ): Promise<void> {
    return withSentNames(this.secrets.set(caller, id, toSecretChange(body, rateLimitKeyOf(request))));
  }

  @Delete('bloodhound-users/:user_id/secret')
  @Allow('users:manage')
  @Operation({
    summary: 'Expire the secret of a user',
    description: 'The user can still log in with it, but may only set a new one.',
    answer: noBody,
  })
  async expireSecret(@PathUser() id: string): Promise<void> {
    await this.accounts.update(id, { passwordExpired: true });
  }
}
