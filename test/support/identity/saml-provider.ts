import { inflateRawSync } from 'node:zlib';
import samlp from 'samlp';
import { type CertifiedKey, selfSigned } from '../../../src/auth/sso/keys/self-signed-certificate.js';

export const persistentNameId = 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent';
export const emailClaim = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress';
export const roleClaim = 'http://schemas.microsoft.com/ws/2008/06/identity/claims/role';

/** What a test asks a provider to say. */
export interface SamlAnswer {
  readonly nameId: string;
  readonly nameIdFormat?: string;
  readonly claims?: Readonly<Record<string, string | readonly string[]>>;
  /** Of the request; absent for a login that begins at the provider. */
  readonly inResponseTo?: string;
  readonly audience?: string;
  readonly recipient?: string;
  readonly destination?: string;
  readonly issuer?: string;
  readonly signResponse?: boolean;
  readonly signAssertion?: boolean;
  readonly signatureAlgorithm?: 'rsa-sha1' | 'rsa-sha256';
  readonly digestAlgorithm?: 'sha1' | 'sha256';
  readonly lifetimeInSeconds?: number;
  readonly samlStatusCode?: string;
  /** Signs in place of the key of the provider. */
  readonly key?: CertifiedKey;
}

/** An identity provider that answers without a server: browsers carry everything. */
export class SamlTestProvider {
  private constructor(
    readonly key: CertifiedKey,
    readonly spUrl: string,
  ) {}

  readonly issuer = 'https://idp.example/metadata';
  readonly ssoUrl = 'https://idp.example/sso';

  /** @param spUrl entity id of the service provider, below which its addresses are */
  static async start(spUrl: string): Promise<SamlTestProvider> {
    return new SamlTestProvider(await selfSigned('idp.example', new Date()), spUrl);
  }

  metadata(...keys: readonly CertifiedKey[]): string {
    const descriptors = (keys.length > 0 ? keys : [this.key]).map(
      ({ certificate }) =>
        `<KeyDescriptor use="signing"><KeyInfo xmlns="http://www.w3.org/2000/09/xmldsig#"><X509Data><X509Certificate>${certificate.replaceAll(/-----.*-----|\s/g, '')}</X509Certificate></X509Data></KeyInfo></KeyDescriptor>`,
    );
    return `<EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${this.issuer}"><IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">${descriptors.join('')}<SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="${this.ssoUrl}"/></IDPSSODescriptor></EntityDescriptor>`;
  }

  /** @returns the Response in XML */
  respond(answer: SamlAnswer): Promise<string> {
    const { key = this.key, nameId, nameIdFormat = persistentNameId, claims = {}, ...rest } = answer;
    const profileMapper = () => ({
      getClaims: () => claims,
      getNameIdentifier: () => ({ nameIdentifier: nameId, nameIdentifierFormat: nameIdFormat }),
    });
    const options = {
      issuer: this.issuer,
      cert: key.certificate,
      key: key.privateKey,
      audience: this.spUrl,
      recipient: `${this.spUrl}/callback`,
      destination: `${this.spUrl}/callback`,
      signatureAlgorithm: 'rsa-sha256',
      digestAlgorithm: 'sha256',
      lifetimeInSeconds: 300,
      profileMapper,
      ...rest,
    };
    return new Promise((resolve, reject) =>
      samlp.getSamlResponse(options, {}, (error, response) => (error ? reject(error) : resolve(response))),
    );
  }
}

/** The AuthnRequest of an address to which the service redirects. */
export function readRequest(url: URL): { readonly id: string; readonly xml: string } {
  const xml = inflateRawSync(Buffer.from(url.searchParams.get('SAMLRequest') ?? '', 'base64')).toString();
  return { xml, id: / ID="([^"]*)"/.exec(xml)?.[1] ?? '' };
}
