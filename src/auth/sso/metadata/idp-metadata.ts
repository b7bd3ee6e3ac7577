import { fault, type Fault, InvalidInputError, TooLargeError } from '../../../base/errors.js';
import { isStrongKey, publicKeyOf } from './certificates.js';
import { attributeOf, childrenOf, parseXml, textsOf, type XmlElement, XmlRefusal, type XmlRoot } from './xml.js';

/** The data of an identity provider that a login needs. */
export interface IdpMetadata {
  /** Entity id of the provider, the issuer of its assertions. */
  readonly issuerUri: string;
  /** Address to which users are redirected for sign-in. */
  readonly ssoUri: string;
  /** Certificates whose keys sign, in DER and base64. */
  readonly certificates: readonly string[];
}

/** Real metadata has tens of kilobytes, mostly certificates. */
export const maxMetadataBytes = 1_048_576;

const context = 'body.metadata';

/** Supported bindings, the preferred one first (SAML 2.0 Bindings, 3.4 and 3.5). */
const bindings = [
  'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect',
  'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST',
];

/** SAML 2.0 Core, 8.3.6. */
const maxEntityIdLength = 1024;

/**
 * Reads the SAML 2.0 metadata of one identity provider. The root is an EntityDescriptor, or an EntitiesDescriptor with exactly one identity
 * provider.
 * @throws InvalidInputError with each fault and the expected content; TooLargeError
 */
export function readIdpMetadata(bytes: Buffer): IdpMetadata {
  if (bytes.length > maxMetadataBytes) {
    throw new TooLargeError(context, `the metadata is larger than ${maxMetadataBytes} bytes`);
  }
  const entity = identityProviderOf(documentOf(bytes));
  const faults: Fault[] = [];
  const issuerUri = readEntityId(entity, faults);
  const ssoUri = readSsoLocation(entity, faults);
  const certificates = readCertificates(entity, faults);
  if (issuerUri === undefined || ssoUri === undefined || faults.length > 0) throw new InvalidInputError(faults);
  return { issuerUri, ssoUri, certificates };
}

function documentOf(bytes: Buffer): XmlRoot {
  try {
    return parseXml(decode(bytes));
  } catch (error) {
    if (error instanceof XmlRefusal) throw refusal(error.message);
    throw error;
  }
}

/** Decodes UTF-8, or UTF-16 with a byte order mark: some Windows tools save downloads as UTF-16. */
function decode(bytes: Buffer): string {
  const mark = bytes.toString('latin1', 0, 2);
  const encoding = mark === '\xff\xfe' ? 'utf-16le' : mark === '\xfe\xff' ? 'utf-16be' : 'utf-8';
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    throw new XmlRefusal(`is not text in ${encoding.toUpperCase()}`);
  }
}

function identityProviderOf({ name, element }: XmlRoot): XmlElement {
  const providers = entitiesOf(name, element).filter((entity) => childrenOf(entity, 'IDPSSODescriptor').length > 0);
  const [provider, ...more] = providers;
  if (!provider) {
    throw refusal('has no EntityDescriptor with an IDPSSODescriptor; expected the metadata of an identity provider');
  }
  if (more.length > 0) throw refusal(`describes ${providers.length} identity providers; expected one`);
  return provider;
}

function entitiesOf(name: string, element: XmlElement): XmlElement[] {
  if (name === 'EntityDescriptor') return [element];
  if (name !== 'EntitiesDescriptor') {
    throw refusal(`has the root element ${name.slice(0, 80)}; expected EntityDescriptor or EntitiesDescriptor`);
  }
  return ['EntityDescriptor', 'EntitiesDescriptor'].flatMap((kind) =>
    childrenOf(element, kind).flatMap((child) => entitiesOf(kind, child)),
  );
}

function readEntityId(entity: XmlElement, faults: Fault[]): string | undefined {
  const id = attributeOf(entity, 'entityID');
  if (id !== undefined && id.length <= maxEntityIdLength) return id;
  const message =
    id === undefined
      ? 'has no entityID; expected EntityDescriptor to have that attribute'
      : `has an entityID of ${id.length} characters; expected at most ${maxEntityIdLength}`;
  faults.push(fault('saml.invalid_metadata', context, `the metadata ${message}`));
  return undefined;
}

function readSsoLocation(entity: XmlElement, faults: Fault[]): string | undefined {
  const services = childrenOf(entity, 'IDPSSODescriptor').flatMap((idp) => childrenOf(idp, 'SingleSignOnService'));
  const service = bindings
    .map((binding) => services.find((it) => attributeOf(it, 'Binding') === binding))
    .find((it) => it !== undefined);
  const location = service && attributeOf(service, 'Location');
  if (location !== undefined && isHttpUrl(location)) return location;
  faults.push(fault('saml.invalid_metadata', context, `the metadata ${service ? badLocation(location) : noService}`));
  return undefined;
}

/**
 * Reads the certificates for signing, and validates those for encryption, too (SAML 2.0 Metadata, 2.4.1.1). Paths in messages count from
 * 1, like XPath.
 */
function readCertificates(entity: XmlElement, faults: Fault[]): string[] {
  const read = childrenOf(entity, 'IDPSSODescriptor').flatMap((descriptor, role) =>
    childrenOf(descriptor, 'KeyDescriptor').flatMap((keyDescriptor, key) => {
      const place = `IDPSSODescriptor[${role + 1}]/KeyDescriptor[${key + 1}]`;
      const certificates = certificatesIn(keyDescriptor, place, faults);
      // A key without a use signs and encrypts.
      return (attributeOf(keyDescriptor, 'use') ?? 'signing') === 'signing' ? certificates : [];
    }),
  );
  return [...new Set(read)];
}

function certificatesIn(keyDescriptor: XmlElement, place: string, faults: Fault[]): string[] {
  const texts = childrenOf(keyDescriptor, 'KeyInfo')
    .flatMap((info) => childrenOf(info, 'X509Data'))
    .flatMap((data) => textsOf(data, 'X509Certificate'));
  return texts.map((text, index) => {
    const certificate = text.replaceAll(/\s/g, '');
    const reason = certificateFault(certificate);
    if (reason !== null)
      faults.push(
        fault(
          'saml.invalid_metadata',
          context,
          `the metadata has a certificate that ${reason.problem}, X509Certificate ${index + 1} of ${place}: ${reason.expected}`,
        ),
      );
    return certificate;
  });
}

function certificateFault(base64: string): { readonly problem: string; readonly expected: string } | null {
  const problem = "can't be read";
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(base64)) return { problem, expected: 'expected base64' };
  const key = publicKeyOf(base64);
  if (!key) return { problem, expected: 'expected an X.509 certificate in DER, written in base64' };
  return isStrongKey(key)
    ? null
    : { problem: 'is too weak', expected: 'expected a key of RSA with 2048 bits, or of EC' };
}

const noService = `has no SingleSignOnService with a supported binding; expected one of ${bindings.join(', ')}`;

function badLocation(location: string | undefined): string {
  const given = location === undefined ? 'without a Location' : `at ${JSON.stringify(location.slice(0, 80))}`;
  return `has a SingleSignOnService ${given}; expected an http or https URL`;
}

function isHttpUrl(text: string): boolean {
  return /^https?:$/.test(URL.canParse(text) ? new URL(text).protocol : '');
}

function refusal(message: string): InvalidInputError {
  return InvalidInputError.at('saml.invalid_metadata', context, `the metadata ${message}`);
}
