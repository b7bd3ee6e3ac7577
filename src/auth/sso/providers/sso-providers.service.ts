import { Injectable } from '@nestjs/common';
import { ConflictError, InvalidInputError, NotFoundError } from '../../../base/errors.js';
import { Settings } from '../../../base/config/settings.js';
import { OutwardDoor } from '../../../base/outwards/outward-door.js';
import type { Account } from '../../accounts/account.js';
import { AccountsService } from '../../accounts/accounts.service.js';
import { AuditService } from '../../audit/audit.service.js';
import type { AuditDetails } from '../../audit/audit-entry.js';
import { GroupRolesService } from '../group-roles/group-roles.service.js';
import { issuerFault } from './issuer.js';
import { fromMetadata } from './new-provider.js';
import type { ProviderChangesBody } from './provider-body.js';
import type { NamedProvider, ProviderKind, SsoProvider, SsoProviderChanges, SsoProviderDraft } from './sso-provider.js';
import { requireLeave, type UpdateProviderRequest, withConfig } from './sso-providers.request.dto.js';
import { SsoProvidersRepository } from './sso-providers.repository.js';

/** By which resource a provider is managed. The audit log contains its name. */
export interface ProviderResource {
  readonly created: { readonly action: 'saml_provider.create' | 'sso_provider.create' };
  readonly deleted: { readonly action: 'saml_provider.delete' | 'sso_provider.delete' };
  readonly path: 'saml/providers' | 'sso-providers';
  /** The only kind that it knows. */
  readonly kind?: ProviderKind;
}

export const ownResource: ProviderResource = {
  created: { action: 'sso_provider.create' },
  deleted: { action: 'sso_provider.delete' },
  path: 'sso-providers',
};

/** Manages the identity providers. */
@Injectable()
export class SsoProvidersService {
  private readonly publicUrl: string;

  constructor(
    private readonly providers: SsoProvidersRepository,
    private readonly accounts: AccountsService,
    private readonly audit: AuditService,
    private readonly door: OutwardDoor,
    private readonly groupRoles: GroupRolesService,
    private readonly settings: Settings,
  ) {
    this.publicUrl = settings.publicUrl.replace(/\/+$/, '');
  }

  /** PUBLIC_URL or, if it is not set, the host of the request. */
  baseUrl(origin: string): string {
    return this.publicUrl || origin;
  }

  /** As {@link baseUrl}, and whether logins have it. */
  addresses(origin: string) {
    return { baseUrl: this.baseUrl(origin), hasPublicUrl: this.publicUrl !== '' };
  }

  list(kind?: ProviderKind): Promise<SsoProvider[]> {
    return this.providers.findAll(kind);
  }

  /** The providers that the login page shows, unless LOGIN_LISTS_PROVIDERS hides them. */
  async listNames(): Promise<NamedProvider[]> {
    return this.settings.loginListsProviders ? this.providers.findEnabledNames() : [];
  }

  /** @throws NotFoundError */
  async get(id: number, by = ownResource): Promise<SsoProvider> {
    const provider = await this.providers.findById(id);
    if (!provider || (by.kind && provider.kind !== by.kind)) throw noSuchProvider(id, by);
    return provider;
  }

  /** @throws ConflictError if the slug is taken */
  create(draft: SsoProviderDraft, by = ownResource): Promise<SsoProvider> {
    const { slug, issuer, kind, config } = draft;
    if (config) requireLeave(config);
    const details = by.kind ? { name: slug, idp_issuer_uri: issuer } : { name: slug, type: kind, issuer };
    const entry = { ...by.created, resource: by.path, details } as const;
    return this.audit.audited(entry, (note) => this.providers.insert(draft, note));
  }

  /** @throws InvalidInputError if the other kind of provider has a property; NotFoundError */
  async update(id: number, { body, metadata }: ProviderChangesBody): Promise<SsoProvider> {
    const provider = await this.get(id);
    requireOfKind(provider.kind, body, metadata);
    if (body.issuer !== undefined) {
      const wrong = issuerFault(body.issuer, this.door);
      if (wrong) throw new InvalidInputError([wrong]);
    }
    const config = body.config && withConfig(body.config, provider.config);
    if (config) requireLeave(config);
    const changes = { ...changesOf(body), ...(config && { config }), ...(metadata && fromMetadata(metadata)) };
    const entry = {
      action: 'sso_provider.update',
      resource: `sso-providers/${id}`,
      details: recordOf(changes),
    } as const;
    const changed = await this.audit.audited(entry, async (note) => {
      const updated = await this.providers.update(id, changes, note);
      if (!updated) throw noSuchProvider(id, ownResource);
      return updated;
    });
    if (config) await this.groupRoles.giveAll(changed);
    return changed;
  }

  /**
   * Its accounts keep their history, and cannot log in until they have a password or another provider.
   * @returns these accounts
   * @throws NotFoundError; ConflictError if the caller logs in by this provider
   */
  async delete(id: number, callerId: string, by = ownResource): Promise<Account[]> {
    const entry = { ...by.deleted, resource: `${by.path}/${id}` } as const;
    const ids = await this.audit.audited(entry, async (note) => {
      const affected = await this.providers.delete(id, { kind: by.kind, keptBy: callerId }, note);
      if (affected === 'own') throw ownProvider();
      if (!affected) throw noSuchProvider(id, by);
      return affected;
    });
    await this.groupRoles.endSessions(ids.map((it) => ({ id: it })));
    return Promise.all(ids.map((account) => this.accounts.get(account)));
  }
}

const ofOidc = ['issuer', 'client_id', 'client_secret'] as const;

function requireOfKind(kind: ProviderKind, body: UpdateProviderRequest, metadata: Buffer | undefined): void {
  const foreign = kind === 'OIDC' ? (metadata ? 'metadata' : undefined) : ofOidc.find((it) => body[it] !== undefined);
  if (foreign === undefined) return;
  const message = `is not a property of a provider of ${kind}`;
  throw InvalidInputError.at('body.unknown_property', `body.${foreign}`, message);
}

function changesOf(body: UpdateProviderRequest): SsoProviderChanges {
  const { name, enabled, issuer, client_id: clientId, client_secret: clientSecret } = body;
  const { principal_attribute_mappings: principalAttributeMappings } = body;
  return {
    ...(name !== undefined && { displayName: name }),
    ...(enabled !== undefined && { enabled }),
    ...(issuer !== undefined && { issuer }),
    ...(clientId !== undefined && { clientId }),
    ...(clientSecret !== undefined && { clientSecret }),
    ...(principalAttributeMappings && { principalAttributeMappings }),
  };
}

/** Returns the changes as the audit log contains them. */
function recordOf({ clientSecret, certificates, displayName, ...rest }: SsoProviderChanges): AuditDetails {
  return {
    ...rest,
    ...(displayName !== undefined && { name: displayName }),
    ...(clientSecret !== undefined && { client_secret: clientSecret === null ? 'removed' : 'replaced' }),
    ...(certificates && { certificates: certificates.length }),
  };
}

function ownProvider(): ConflictError {
  const message = 'you log in by this provider; another administrator can delete it';
  return ConflictError.at('resource.protected', 'path.sso_provider_id', message);
}

function noSuchProvider(id: number, { kind, path }: ProviderResource): NotFoundError {
  const parameter = path === 'sso-providers' ? 'sso_provider_id' : 'provider_id';
  return new NotFoundError(`path.${parameter}`, `there is no ${kind ? `${kind} ` : ''}provider ${id}`);
}
