import { Delete, Get, Post } from '@nestjs/common';
import { JsonBody } from '../../http/body/json-body.decorator.js';
import { PathUuid } from '../../http/input/path.decorators.js';
import type { JsonText } from '../../http/json-text.js';
import { ListQuery } from '../../http/list/list-query.decorator.js';
import { ApiController } from '../../http/openapi/api-controller.decorator.js';
import { dataOf, noBody, Operation, pageOf } from '../../http/openapi/operation.decorator.js';
import { RepeatableWithSecret } from '../repeats/repeatable.decorator.js';
import { Allow } from '../allow.decorator.js';
import { Caller, type Principal } from '../principal.js';
import { instantOf } from '../../http/input/date-time.js';
import { CreateApiTokenRequest } from './api-tokens.dto.js';
import {
  apiTokenList,
  type ApiTokenListRequest,
  apiTokenShape,
  type CreatedApiTokenDto,
  createdApiTokenShape,
  toCreatedApiTokenDto,
} from './api-tokens.fields.js';
import { ApiTokensService } from './api-tokens.service.js';
import { BearerKeysService } from './bearer-keys.service.js';

@ApiController('tokens', 'API tokens')
export class ApiTokensController {
  constructor(
    private readonly service: ApiTokensService,
    private readonly keys: BearerKeysService,
  ) {}

  @Get()
  @Allow('tokens:manage-own')
  @Operation({
    summary: 'List API tokens',
    description:
      'Returns the tokens of the caller, or of all accounts and providers if the caller has the permission users:manage.',
    answer: pageOf(apiTokenShape.dto),
  })
  list(@Caller() caller: Principal, @ListQuery(apiTokenList) request: ApiTokenListRequest): Promise<JsonText> {
    return this.service.list(caller, request);
  }

  @Post()
  @Allow('tokens:manage-own')
  @RepeatableWithSecret()
  @Operation({
    summary: 'Create an API token',
    description:
      'Only this response contains the key. A token for another account needs the permission users:manage. An account has at most MAX_TOKENS_PER_ACCOUNT tokens.',
    status: 201,
    answer: dataOf(createdApiTokenShape.dto),
    errors: [409],
  })
  async create(
    @Caller() caller: Principal,
    @JsonBody(CreateApiTokenRequest) body: CreateApiTokenRequest,
  ): Promise<{ data: CreatedApiTokenDto }> {
    const { type = 'signing', token_name: name, user_id, sso_provider_id, expires_at } = body;
    const instant = expires_at ? instantOf(expires_at) : undefined;
    const expiresAt = instant === undefined ? null : new Date(instant);
    const accountId = user_id?.toLowerCase() ?? caller.id;
    const created =
      type === 'signing'
        ? this.service.createFor(caller, { accountId, name, expiresAt })
        : this.keys.create(caller, { type, accountId: user_id, providerId: sso_provider_id, name, expiresAt });
    return { data: toCreatedApiTokenDto(await created) };
  }

  @Delete(':token_id')
  @Allow('tokens:manage-own')
  @Operation({ summary: 'Delete an API token', status: 204, answer: noBody })
  delete(@Caller() caller: Principal, @PathUuid('token_id', 'Id of the token.') id: string): Promise<void> {
    return this.service.delete(caller, id);
  }
}
