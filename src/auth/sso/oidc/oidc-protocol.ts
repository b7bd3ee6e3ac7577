import { Injectable } from '@nestjs/common';
import * as client from 'openid-client';
import { Cache } from '../../../base/values/cache.js';
import { errorMessage } from '../../../base/error-message.js';
import { ProviderUnavailableError } from '../../../base/errors.js';
import { OutwardDoor } from '../../../base/outwards/outward-door.js';
import { OutwardError } from '../../../base/outwards/outward-error.js';
import { LoginFailure, type Person } from '../persons/person.js';
import { addressesOf } from '../providers/saml-provider.dto.js';
import type { SsoProvider } from '../providers/sso-provider.js';
import { SsoProvidersRepository } from '../providers/sso-providers.repository.js';
import { personOf, withUserInfo } from './token-person.js';

/** Signatures of tokens with a key that only the provider has. */
const algorithms = ['RS256', 'PS256', 'ES256', 'EdDSA', 'Ed25519'];

const clockToleranceSeconds = 60;
const scope = 'openid profile email';

/** `max_age` makes a provider say when the person has logged in there. */
const askingAgain = { prompt: 'login', max_age: '0' };

/** How long the discovery document of a provider is used. */
const discoveryMs = 600_000;

/** Bytes of a discovery document with the keys of the provider, and of those of many providers. */
const configBytes = 32_768;
const cacheBytes = 100 * configBytes;

interface Begun {
  readonly url: string;
  /** The state. */
  readonly id: string;
  readonly nonce: string;
  readonly verifier: string;
}

/** The relying party's side of OpenID Connect. */
@Injectable()
export class OidcProtocol {
  /** The keys that the library keeps belong to the configuration. */
  private readonly discovered = new Cache<string, client.Configuration>(cacheBytes, () => configBytes, {
    ttl: discoveryMs,
    now: Date.now,
  });

  constructor(
    private readonly providers: SsoProvidersRepository,
    private readonly door: OutwardDoor,
  ) {}

  /** @throws ProviderUnavailableError */
  async begin(provider: SsoProvider, baseUrl: string, asksAgain: boolean): Promise<Begun> {
    const config = await this.configOf(provider);
    const begun = { id: client.randomState(), nonce: client.randomNonce(), verifier: client.randomPKCECodeVerifier() };
    const url = client.buildAuthorizationUrl(config, {
      redirect_uri: addressesOf(provider.slug, baseUrl).callback,
      scope,
      state: begun.id,
      nonce: begun.nonce,
      code_challenge: await client.calculatePKCECodeChallenge(begun.verifier),
      code_challenge_method: 'S256',
      ...(asksAgain && askingAgain),
    });
    return { ...begun, url: url.href };
  }

  /**
   * @param parameters of the answer
   * @throws LoginFailure; ProviderUnavailableError
   */
  async verify(
    provider: SsoProvider,
    baseUrl: string,
    parameters: Readonly<Record<string, string>>,
    { id: expectedState, nonce: expectedNonce, verifier: pkceCodeVerifier }: Omit<Begun, 'url'>,
  ): Promise<Person> {
    const config = await this.configOf(provider);
    const url = new URL(addressesOf(provider.slug, baseUrl).callback);
    for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
    try {
      const checks = { expectedState, expectedNonce, pkceCodeVerifier, idTokenExpected: true };
      const tokens = await client.authorizationCodeGrant(config, url, checks);
      const claims = tokens.claims();
      if (!claims) throw new LoginFailure('the answer has no ID token');
      const more = await userInfo(config, tokens.access_token, claims.sub);
      // A state opens one session, as the code behind it.
      const used = { id: `request ${expectedState}`, expiresAt: new Date((claims.exp + clockToleranceSeconds) * 1000) };
      return personOf(provider, withUserInfo(claims, more), used);
    } catch (error) {
      throw refusalOf(error);
    }
  }

  /** Where the person ends the session at the provider; null if the provider has no such address. @throws ProviderUnavailableError */
  async logoutUrl(provider: SsoProvider, returnTo: string): Promise<string | null> {
    const config = await this.configOf(provider);
    if (config.serverMetadata().end_session_endpoint === undefined) return null;
    return client.buildEndSessionUrl(config, { post_logout_redirect_uri: returnTo }).href;
  }

  private async configOf(provider: SsoProvider): Promise<client.Configuration> {
    const key = `${provider.id} ${provider.updatedAt.getTime()}`;
    const known = this.discovered.get(key);
    if (known) return known;
    const config = await this.discover(provider);
    this.discovered.set(key, config);
    return config;
  }

  private async discover({ id, issuer, clientId }: SsoProvider): Promise<client.Configuration> {
    const secret = await this.providers.findClientSecret(id);
    const callOut: client.CustomFetch = (url, { method, headers, body }) =>
      this.door.fetch(url, { method, headers, ...(body !== undefined && body !== null && { body: textOf(body) }) });
    // The door decides about http.
    const options = { [client.customFetch]: callOut, execute: [client.allowInsecureRequests] };
    try {
      const found = await client.discovery(new URL(issuer), clientId ?? '', undefined, client.None(), options);
      return this.withRules(found.serverMetadata(), clientId ?? '', secret, callOut);
    } catch (error) {
      throw new ProviderUnavailableError(reasonOf(error));
    }
  }

  private withRules(
    server: client.ServerMetadata,
    clientId: string,
    secret: string | null,
    callOut: client.CustomFetch,
  ): client.Configuration {
    const offered = server.id_token_signing_alg_values_supported ?? ['RS256'];
    const id_token_signing_alg_values_supported = offered.filter((it) => algorithms.includes(it));
    const config = new client.Configuration(
      { ...server, id_token_signing_alg_values_supported },
      clientId,
      { [client.clockTolerance]: clockToleranceSeconds },
      authenticationOf(secret, server.token_endpoint_auth_methods_supported),
    );
    config[client.customFetch] = callOut;
    client.allowInsecureRequests(config);
    // Verifies the signature of tokens, too, that come from the provider itself.
    client.enableNonRepudiationChecks(config);
    return config;
  }
}

function authenticationOf(secret: string | null, methods: readonly string[] | undefined): client.ClientAuth {
  if (secret === null) return client.None();
  const takesBasic = methods === undefined || methods.includes('client_secret_basic');
  return takesBasic ? client.ClientSecretBasic(secret) : client.ClientSecretPost(secret);
}

/** Claims that the token lacks. A provider without them, or whose answer fails, has said enough in its token. */
async function userInfo(
  config: client.Configuration,
  token: string,
  subject: string,
): Promise<Record<string, unknown>> {
  if (config.serverMetadata().userinfo_endpoint === undefined) return {};
  return client.fetchUserInfo(config, token, subject);
}

function textOf(body: NonNullable<client.FetchBody>): string {
  if (typeof body === 'string') return body;
  if (body instanceof URLSearchParams) return body.toString();
  throw new Error('the library sends a body of an unknown form');
}

function refusalOf(error: unknown): Error {
  if (error instanceof LoginFailure) return error;
  const outward = causesOf(error).find((it) => it instanceof OutwardError);
  return outward ? new ProviderUnavailableError(errorMessage(outward)) : new LoginFailure(reasonOf(error));
}

/** The library wraps the reason. */
function reasonOf(error: unknown): string {
  return causesOf(error).map(errorMessage).join(': ');
}

function causesOf(error: unknown): unknown[] {
  return error instanceof Error && error.cause instanceof Error ? [error, ...causesOf(error.cause)] : [error];
}
