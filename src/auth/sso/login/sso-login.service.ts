import { Injectable } from '@nestjs/common';
import { Clock } from '../../../base/clock.js';
import { Settings } from '../../../base/config/settings.js';
import { ConflictError, NotFoundError, ProviderUnavailableError } from '../../../base/errors.js';
import type { SessionOrigin } from '../../sessions/sessions.repository.js';
import { OidcProtocol } from '../oidc/oidc-protocol.js';
import { LoginFailure, type Person } from '../persons/person.js';
import type { SsoProvider } from '../providers/sso-provider.js';
import { SsoProvidersRepository } from '../providers/sso-providers.repository.js';
import { SamlProtocol } from '../saml/saml-protocol.js';
import type { LoginAttempt } from './login-cookie.js';
import { ProviderLoginService } from './provider-login.service.js';
import { pagePath } from './return-to.js';

/** How long a person may take at the provider. */
const attemptMs = 600_000;

/** A login that is proven, with the attempt that it ends. */
interface Proven {
  readonly provider: SsoProvider;
  readonly person: Person;
  readonly attempt: LoginAttempt;
}

/** What a browser asks of a login. */
export interface LoginWishes {
  readonly returnTo: string | undefined;
  /** Whether the provider asks the person again, whatever session it has. */
  readonly asksAgain: boolean;
}

export type Parameters = Readonly<Record<string, string>>;

/** Logins by identity providers, of both protocols. */
@Injectable()
export class SsoLoginService {
  private readonly publicUrl: string;

  constructor(
    private readonly providers: SsoProvidersRepository,
    private readonly saml: SamlProtocol,
    private readonly oidc: OidcProtocol,
    private readonly logins: ProviderLoginService,
    private readonly clock: Clock,
    settings: Settings,
  ) {
    this.publicUrl = settings.publicUrl.replace(/\/+$/, '');
  }

  /**
   * @returns where the browser goes, and the attempt that it keeps
   * @throws NotFoundError; ConflictError if PUBLIC_URL or a certificate is missing; ProviderUnavailableError
   */
  async begin(
    slug: string,
    { returnTo, asksAgain }: LoginWishes,
  ): Promise<{ readonly url: string; readonly attempt: LoginAttempt }> {
    const baseUrl = this.requireBaseUrl();
    const provider = await this.get(slug);
    const protocol = provider.kind === 'SAML' ? this.saml : this.oidc;
    const { url, ...secrets } = await protocol.begin(provider, baseUrl, asksAgain);
    const expiresAt = this.clock.now().getTime() + attemptMs;
    const attempt = { ...secrets, providerId: provider.id, expiresAt, ...(returnTo !== undefined && { returnTo }) };
    return { url, attempt };
  }

  /** Where a person ends the session at the provider, or else the page. @throws NotFoundError; ConflictError */
  async logoutUrl(slug: string): Promise<string> {
    const page = `${this.requireBaseUrl()}${pagePath}`;
    const provider = await this.get(slug);
    if (provider.kind !== 'OIDC') return page;
    try {
      return (await this.oidc.logoutUrl(provider, page)) ?? page;
    } catch (error) {
      if (error instanceof ProviderUnavailableError) return page;
      throw error;
    }
  }

  /** @throws NotFoundError; ConflictError if PUBLIC_URL is missing */
  async metadata(slug: string): Promise<string> {
    const baseUrl = this.requireBaseUrl();
    const provider = await this.get(slug);
    if (provider.kind !== 'SAML') throw noSuchProvider(slug);
    return this.saml.metadata(provider, baseUrl);
  }

  /**
   * The attempt of this browser that an answer ends.
   * @returns null if the login began at the provider, and the provider may do that: nothing of the answer counts then, and the page asks
   * whether to begin one here
   * @throws LoginFailure if there is none; NotFoundError
   */
  async attemptOf(slug: string, answer: Parameters, attempts: readonly LoginAttempt[]): Promise<LoginAttempt | null> {
    const provider = await this.get(slug);
    const id = provider.kind === 'SAML' ? this.saml.read(answer).inResponseTo : answer['state'];
    const attempt = attempts.find((it) => it.id === id && it.providerId === provider.id);
    if (attempt) return attempt;
    if (id === undefined && provider.kind === 'SAML' && provider.config.allowIdpInitiated) return null;
    throw new LoginFailure(`this browser has begun no login that the answer fits: it names ${id ?? 'no request'}`);
  }

  /** @throws LoginFailure; ProviderUnavailableError; ConflictError */
  async prove(slug: string, answer: Parameters, attempt: LoginAttempt): Promise<Proven> {
    const baseUrl = this.requireBaseUrl();
    const provider = await this.get(slug);
    if (provider.kind === 'SAML') {
      const raw = this.saml.read(answer);
      return { provider, attempt, person: await this.saml.verify(provider, baseUrl, raw, attempt.id) };
    }
    const { id, nonce = '', verifier = '' } = attempt;
    return { provider, attempt, person: await this.oidc.verify(provider, baseUrl, answer, { id, nonce, verifier }) };
  }

  /** @returns the bearer token @throws LoginFailure */
  open({ provider, person }: Proven, origin: SessionOrigin): Promise<string> {
    return this.logins.open(provider, person, origin);
  }

  private async get(slug: string): Promise<SsoProvider> {
    const provider = await this.providers.findEnabledBySlug(slug);
    if (!provider) throw noSuchProvider(slug);
    return provider;
  }

  private requireBaseUrl(): string {
    if (this.publicUrl !== '') return this.publicUrl;
    const message = 'logins by identity providers need PUBLIC_URL, the address of this service for browsers';
    throw ConflictError.at('sso.no_public_url', 'PUBLIC_URL', message);
  }
}

function noSuchProvider(slug: string): NotFoundError {
  return new NotFoundError('path.slug', `there is no provider ${slug}`);
}
