import { Delete, Get, Post } from '@nestjs/common';
import { Allow } from '../../auth/allow.decorator.js';
import { MultipartBody } from '../../http/body/raw-body.decorators.js';
import { PathInt } from '../../http/input/path.decorators.js';
import { RequestOrigin } from '../../http/input/request-origin.decorator.js';
import { ApiController } from '../../http/openapi/api-controller.decorator.js';
import { dataOf, noBody, Operation } from '../../http/openapi/operation.decorator.js';
import {
  type CreateSamlProviderParts,
  createSamlProviderParts,
  readSamlProvider,
  type SamlProvidersDto,
  samlProvidersShape,
} from './saml.dto.js';
import { SamlService } from './saml.service.js';
import { type SamlProviderDto, samlProviderShape } from '../../auth/sso/providers/saml-provider.dto.js';
import { Caller, type Principal } from '../../auth/principal.js';

const newer = '`/sso-providers` has the providers of both protocols, and more of their settings.';

const PathProvider = () => PathInt('provider_id', 'Id of the provider.');

@ApiController('saml', 'SAML providers')
export class SamlController {
  constructor(private readonly service: SamlService) {}

  @Get()
  @Allow('providers:read')
  @Operation({ summary: 'List SAML providers', description: newer, answer: dataOf(samlProvidersShape.dto) })
  async list(@RequestOrigin() origin: string): Promise<{ data: SamlProvidersDto }> {
    return { data: { saml_providers: await this.service.list(origin) } };
  }

  @Post('providers')
  @Allow('providers:manage')
  @Operation({
    summary: 'Create a SAML provider',
    description: `Reads issuer and sign-in address from the metadata of the identity provider. ${newer}`,
    status: 201,
    answer: dataOf(samlProviderShape.dto),
    errors: [409],
  })
  async create(
    @MultipartBody(createSamlProviderParts) parts: CreateSamlProviderParts,
    @RequestOrigin() origin: string,
  ): Promise<{ data: SamlProviderDto }> {
    return { data: await this.service.create(readSamlProvider(parts), origin) };
  }

  @Get('providers/:provider_id')
  @Allow('providers:read')
  @Operation({ summary: 'Get a SAML provider', description: newer, answer: dataOf(samlProviderShape.dto) })
  async get(@PathProvider() id: number, @RequestOrigin() origin: string): Promise<{ data: SamlProviderDto }> {
    return { data: await this.service.get(id, origin) };
  }

  @Delete('providers/:provider_id')
  @Allow('providers:manage')
  @Operation({ summary: 'Delete a SAML provider', description: newer, status: 204, answer: noBody, errors: [409] })
  delete(@Caller() caller: Principal, @PathProvider() id: number): Promise<void> {
    return this.service.delete(id, caller.id);
  }
}
