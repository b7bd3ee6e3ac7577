import { Injectable } from '@nestjs/common';
import { AuditService } from '../../auth/audit/audit.service.js';
import { NotFoundError } from '../../base/errors.js';
import { Settings } from '../../base/config/settings.js';
import { type SamlProvider, type SamlProviderDraft, type SamlProviderDto, toSamlProviderDto } from './saml.dto.js';
import { SamlRepository } from './saml.repository.js';

/**
 * Manages the identity providers of single sign-on. Each answer contains the addresses of this service for the provider. They start with
 * PUBLIC_URL or, if it is not set, with the host of the request (`origin`).
 */
@Injectable()
export class SamlService {
  private readonly publicUrl: string;

  constructor(
    private readonly providers: SamlRepository,
    private readonly audit: AuditService,
    settings: Settings,
  ) {
    this.publicUrl = settings.publicUrl.replace(/\/+$/, '');
  }

  async list(origin: string): Promise<SamlProviderDto[]> {
    const providers = await this.providers.findAll();
    return providers.map((provider) => toSamlProviderDto(provider, this.baseUrl(origin)));
  }

  listNames(): Promise<Pick<SamlProvider, 'id' | 'name' | 'displayName'>[]> {
    return this.providers.findAll();
  }

  /** @throws NotFoundError */
  async get(id: number, origin: string): Promise<SamlProviderDto> {
    const provider = await this.providers.findById(id);
    if (!provider) throw noSuchProvider(id);
    return toSamlProviderDto(provider, this.baseUrl(origin));
  }

  /** @throws ConflictError if the name is taken */
  async create(draft: SamlProviderDraft, origin: string): Promise<SamlProviderDto> {
    const { name, idpIssuerUri } = draft;
    const details = { name, idp_issuer_uri: idpIssuerUri };
    const entry = { action: 'saml_provider.create', resource: 'saml/providers', details } as const;
    const provider = await this.audit.audited(entry, (note) => this.providers.insert(draft, note));
    return toSamlProviderDto(provider, this.baseUrl(origin));
  }

  /** @throws NotFoundError */
  async delete(id: number): Promise<void> {
    const entry = { action: 'saml_provider.delete', resource: `saml/providers/${id}` } as const;
    await this.audit.audited(entry, async (note) => {
      if (!(await this.providers.delete(id, note))) throw noSuchProvider(id);
    });
  }

  private baseUrl(origin: string): string {
    return this.publicUrl || origin;
  }
}

function noSuchProvider(id: number): NotFoundError {
  return new NotFoundError('path.provider_id', `there is no SAML provider ${id}`);
}
