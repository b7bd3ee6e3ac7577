import { Injectable } from '@nestjs/common';
import { type SamlProviderDto, toSamlProviderDto } from '../../auth/sso/providers/saml-provider.dto.js';
import type { SsoProviderDraft } from '../../auth/sso/providers/sso-provider.js';
import { SsoProvidersService } from '../../auth/sso/providers/sso-providers.service.js';

const resource = {
  created: { action: 'saml_provider.create' },
  deleted: { action: 'saml_provider.delete' },
  path: 'saml/providers',
  kind: 'SAML',
} as const;

/** The providers of SAML in the form of the contract, with the addresses of this service for each. */
@Injectable()
export class SamlService {
  constructor(private readonly providers: SsoProvidersService) {}

  async list(origin: string): Promise<SamlProviderDto[]> {
    const providers = await this.providers.list('SAML');
    return providers.map((provider) => toSamlProviderDto(provider, this.providers.baseUrl(origin)));
  }

  /** @throws NotFoundError */
  async get(id: number, origin: string): Promise<SamlProviderDto> {
    return toSamlProviderDto(await this.providers.get(id, resource), this.providers.baseUrl(origin));
  }

  /** @throws ConflictError if the name is taken */
  async create(draft: SsoProviderDraft, origin: string): Promise<SamlProviderDto> {
    return toSamlProviderDto(await this.providers.create(draft, resource), this.providers.baseUrl(origin));
  }

  /** @throws NotFoundError; ConflictError if the caller logs in by this provider */
  async delete(id: number, callerId: string): Promise<void> {
    await this.providers.delete(id, callerId, resource);
  }
}
