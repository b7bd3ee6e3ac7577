import { randomBytes } from 'node:crypto';
import { Injectable, Logger } from '@nestjs/common';
import { SAML, ValidateInResponseTo } from '@node-saml/node-saml';
import { Clock } from '../../../base/clock.js';
import { ConflictError } from '../../../base/errors.js';
import { errorMessage } from '../../../base/error-message.js';
import { SsoKeysService } from '../keys/sso-keys.service.js';
import { LoginFailure, type Person } from '../persons/person.js';
import { endingSoon, pemOf } from '../metadata/certificates.js';
import { addressesOf } from '../providers/saml-provider.dto.js';
import type { SsoProvider } from '../providers/sso-provider.js';
import { clockSkewMs, readAssertion } from './assertion.js';
import { type RawResponse, readRawResponse } from './raw-response.js';

interface Wanted {
  readonly requestId?: string;
  readonly asksAgain?: boolean;
  readonly raw?: RawResponse;
}

/** The service provider's side of SAML 2.0. */
@Injectable()
export class SamlProtocol {
  private readonly logger = new Logger('Sso');

  constructor(
    private readonly keys: SsoKeysService,
    private readonly clock: Clock,
  ) {}

  /** A signed AuthnRequest by redirect. @throws ConflictError if the provider has no certificate */
  async begin(
    provider: SsoProvider,
    baseUrl: string,
    asksAgain: boolean,
  ): Promise<{ readonly url: string; readonly id: string }> {
    // An XML id begins with a letter or an underscore.
    const id = `_${randomBytes(20).toString('hex')}`;
    const saml = await this.speak(provider, baseUrl, { requestId: id, asksAgain });
    this.warnOfEnds(provider);
    return { id, url: await saml.getAuthorizeUrlAsync(randomBytes(16).toString('base64url'), undefined, {}) };
  }

  /** Signed, with the certificates of a rotation. */
  async metadata(provider: SsoProvider, baseUrl: string): Promise<string> {
    const certificates = await this.keys.certificates();
    const saml = await this.speak({ ...provider, certificates: [''] }, baseUrl, {});
    return saml.generateServiceProviderMetadata(null, certificates);
  }

  /** The id of the request that a Response claims to answer; undefined if the login began at the provider. @throws LoginFailure */
  read(fields: Readonly<Record<string, string>>): RawResponse {
    const { SAMLResponse: encoded = '' } = fields;
    if (encoded === '') throw new LoginFailure('the answer has no SAMLResponse');
    return readRawResponse(encoded);
  }

  /**
   * @param requestId id of the request of this browser
   * @throws LoginFailure
   */
  async verify(provider: SsoProvider, baseUrl: string, raw: RawResponse, requestId: string): Promise<Person> {
    const { entityId: audience, callback } = addressesOf(provider.slug, baseUrl);
    requireResponse(raw, provider, callback, requestId);
    const saml = await this.speak(provider, baseUrl, { raw });
    const verified = await verifiedAssertion(saml, raw);
    return readAssertion(verified, provider, {
      issuer: provider.issuer,
      callback,
      audience,
      requestId,
      now: this.clock.now(),
    });
  }

  /** An ended certificate is no reason for a refusal: providers and services compare keys, not terms. */
  private warnOfEnds({ slug, certificates }: SsoProvider): void {
    for (const end of endingSoon(certificates, this.clock.now()))
      this.logger.warn(`a certificate of the provider ${slug} ends or has ended on ${end.toISOString().slice(0, 10)}`);
  }

  private async speak(provider: SsoProvider, baseUrl: string, wanted: Wanted): Promise<SAML> {
    if (provider.certificates.length === 0) throw noCertificate();
    const { requestId, asksAgain = false, raw } = wanted;
    const { entityId, callback } = addressesOf(provider.slug, baseUrl);
    const { certificate, privateKey } = await this.keys.signingKey();
    return new SAML({
      idpCert: provider.certificates.map(pemOf),
      issuer: entityId,
      audience: entityId,
      callbackUrl: callback,
      entryPoint: provider.ssoUrl ?? '',
      privateKey,
      publicCert: certificate,
      signatureAlgorithm: 'sha256',
      digestAlgorithm: 'sha256',
      signMetadata: true,
      identifierFormat: null,
      forceAuthn: asksAgain,
      disableRequestedAuthnContext: true,
      acceptedClockSkewMs: clockSkewMs,
      validateInResponseTo: ValidateInResponseTo.never,
      // A signature that is there has to be right, also if another one would do.
      wantAssertionsSigned: raw ? raw.isAssertionSigned : true,
      wantAuthnResponseSigned: raw ? raw.isResponseSigned || provider.config.requireSignedResponse : false,
      ...(requestId !== undefined && { generateUniqueId: () => requestId }),
    });
  }
}

/** What the Response around the assertion says. If only the assertion is signed, a stranger may have written it: it can only refuse. */
function requireResponse(raw: RawResponse, { issuer }: SsoProvider, callback: string, requestId: string): void {
  const { destination, isResponseSigned } = raw;
  if (destination === undefined ? isResponseSigned : destination !== callback)
    throw new LoginFailure(`the destination of the Response is ${destination ?? 'not given'}; expected ${callback}`);
  if (raw.issuer !== undefined && raw.issuer !== issuer)
    throw new LoginFailure(`the issuer of the Response is ${raw.issuer}; expected ${issuer}`);
  if (raw.inResponseTo !== requestId)
    throw new LoginFailure(`the Response answers ${raw.inResponseTo ?? 'no request'}; expected ${requestId}`);
}

async function verifiedAssertion(saml: SAML, { text }: RawResponse): Promise<string> {
  try {
    const encoded = Buffer.from(text).toString('base64');
    const { profile } = await saml.validatePostResponseAsync({ SAMLResponse: encoded });
    const verified = profile?.getAssertionXml?.();
    if (verified === undefined) throw new LoginFailure('the message has no assertion');
    return verified;
  } catch (error) {
    throw error instanceof LoginFailure ? error : new LoginFailure(errorMessage(error));
  }
}

function noCertificate(): ConflictError {
  const message = 'the provider has no certificate, so nothing that it signs can be verified; send its metadata again';
  return ConflictError.at('sso.no_certificate', 'provider', message);
}
