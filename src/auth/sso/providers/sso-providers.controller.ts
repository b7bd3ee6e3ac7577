import { Delete, Get, Patch, Post } from '@nestjs/common';
import { OutwardDoor } from '../../../base/outwards/outward-door.js';
import { JsonBody } from '../../../http/body/json-body.decorator.js';
import { MultipartBody } from '../../../http/body/raw-body.decorators.js';
import { FileAnswer } from '../../../http/file-answer.js';
import { PathInt } from '../../../http/input/path.decorators.js';
import { RequestOrigin } from '../../../http/input/request-origin.decorator.js';
import { ApiController } from '../../../http/openapi/api-controller.decorator.js';
import { dataListOf, dataOf, fileBody, Operation } from '../../../http/openapi/operation.decorator.js';
import { toAccountDto } from '../../accounts/accounts.fields.js';
import { Allow, AllowOrStranger } from '../../allow.decorator.js';
import { Caller, CallerMay, type Principal } from '../../principal.js';
import { SsoKeysService } from '../keys/sso-keys.service.js';
import { readOidcProvider, readSamlProvider } from './new-provider.js';
import {
  autoProvisionParts,
  ProviderChanges,
  type ProviderChangesBody,
  type SamlProviderParts,
  samlProviderParts,
} from './provider-body.js';
import {
  type AffectedAccountsDto,
  affectedAccountsShape,
  type SsoProviderDto,
  ssoProviderShape,
  toNamedProviderDto,
  toSsoProviderDto,
} from './sso-providers.dto.js';
import { CreateOidcProviderRequest } from './sso-providers.request.dto.js';
import { ownResource, SsoProvidersService } from './sso-providers.service.js';

const PathProvider = () => PathInt('sso_provider_id', 'Id of the provider.');

@ApiController('sso-providers', 'identity providers')
export class SsoProvidersController {
  constructor(
    private readonly service: SsoProvidersService,
    private readonly keys: SsoKeysService,
    private readonly door: OutwardDoor,
  ) {}

  @Get()
  @AllowOrStranger('providers:read')
  @Operation({
    summary: 'List identity providers',
    description:
      'Of both protocols, by id. Callers without credentials, or without the permission, get the names of the enabled ones alone, and none with `LOGIN_LISTS_PROVIDERS=false`.',
    answer: dataListOf(ssoProviderShape.dto),
  })
  async list(
    @CallerMay('providers:read') mayRead: boolean,
    @RequestOrigin() origin: string,
  ): Promise<{ data: SsoProviderDto[] }> {
    if (!mayRead) return { data: (await this.service.listNames()).map(toNamedProviderDto) };
    const addresses = this.service.addresses(origin);
    return { data: (await this.service.list()).map((it) => toSsoProviderDto(it, addresses)) };
  }

  @Post('saml')
  @Allow('providers:manage')
  @Operation({
    summary: 'Create an identity provider by its SAML metadata',
    description:
      'Reads issuer, sign-in address and signing certificates from the metadata. The other settings are changed later.',
    status: 201,
    answer: dataOf(ssoProviderShape.dto),
    errors: [409],
  })
  async createSaml(
    @MultipartBody(samlProviderParts, autoProvisionParts) parts: SamlProviderParts,
    @RequestOrigin() origin: string,
  ): Promise<{ data: SsoProviderDto }> {
    const provider = await this.service.create(readSamlProvider(parts));
    return { data: toSsoProviderDto(provider, this.service.addresses(origin)) };
  }

  @Post('oidc')
  @Allow('providers:manage')
  @Operation({
    summary: 'Create an identity provider of OpenID Connect',
    description: 'Its addresses and keys come from its discovery document, which is read at each login.',
    status: 201,
    answer: dataOf(ssoProviderShape.dto),
    errors: [409],
  })
  async createOidc(
    @JsonBody(CreateOidcProviderRequest) body: CreateOidcProviderRequest,
    @RequestOrigin() origin: string,
  ): Promise<{ data: SsoProviderDto }> {
    const provider = await this.service.create(readOidcProvider(body, this.door));
    return { data: toSsoProviderDto(provider, this.service.addresses(origin)) };
  }

  @Patch(':sso_provider_id')
  @Allow('providers:manage')
  @Operation({
    summary: 'Change an identity provider',
    description:
      'Absent properties stay unchanged. SAML: new metadata replaces issuer, address and certificates. The slug never changes.',
    answer: dataOf(ssoProviderShape.dto),
  })
  async update(
    @PathProvider() id: number,
    @ProviderChanges() changes: ProviderChangesBody,
    @RequestOrigin() origin: string,
  ): Promise<{ data: SsoProviderDto }> {
    return { data: toSsoProviderDto(await this.service.update(id, changes), this.service.addresses(origin)) };
  }

  @Delete(':sso_provider_id')
  @Allow('providers:manage')
  @Operation({
    summary: 'Delete an identity provider',
    description: 'Its accounts stay. They cannot log in until they have a password or another provider.',
    answer: dataOf(affectedAccountsShape.dto),
    errors: [409],
  })
  async delete(@Caller() caller: Principal, @PathProvider() id: number): Promise<{ data: AffectedAccountsDto }> {
    return { data: { affected_users: (await this.service.delete(id, caller.id)).map(toAccountDto) } };
  }

  @Get(':sso_provider_id/signing-certificate')
  @Allow('providers:read')
  @Operation({
    summary: 'Get the certificate by which this service signs its SAML messages',
    description: 'In PEM. Of SAML providers; all have the same.',
    answer: fileBody,
  })
  async signingCertificate(@PathProvider() id: number): Promise<FileAnswer> {
    const { slug } = await this.service.get(id, { ...ownResource, kind: 'SAML' });
    const [certificate = ''] = await this.keys.certificates();
    return new FileAnswer(`${slug}-signing-certificate.pem`, textOf(certificate));
  }
}

async function* textOf(text: string): AsyncGenerator<Buffer, void, undefined> {
  yield Buffer.from(text);
}
