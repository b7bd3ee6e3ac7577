import { LoginFailure } from '../persons/person.js';
import {
  attributeOf,
  childrenOf,
  elementsBelow,
  parseXml,
  textsOf,
  type XmlElement,
  XmlRefusal,
} from '../metadata/xml.js';

/** Weaker ones, and those with a shared key, are refused whoever has signed. */
const signatureMethods = new Set(
  ['rsa-sha256', 'rsa-sha384', 'rsa-sha512'].map((name) => `http://www.w3.org/2001/04/xmldsig-more#${name}`),
);
const digestMethods = new Set([
  'http://www.w3.org/2001/04/xmlenc#sha256',
  'http://www.w3.org/2001/04/xmldsig-more#sha384',
  'http://www.w3.org/2001/04/xmlenc#sha512',
]);

const success = 'urn:oasis:names:tc:SAML:2.0:status:Success';

/** What a Response says before anything of it is verified. */
export interface RawResponse {
  readonly text: string;
  readonly isResponseSigned: boolean;
  readonly isAssertionSigned: boolean;
  readonly destination: string | undefined;
  readonly issuer: string | undefined;
  readonly inResponseTo: string | undefined;
}

/**
 * Reads the form of a Response, and refuses every form that an attack on signatures needs: several assertions or roots, signatures at other
 * places than the Response and its assertion, weak algorithms, a document type.
 * @param encoded in base64
 * @throws LoginFailure
 */
export function readRawResponse(encoded: string): RawResponse {
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  const root = parse(text);
  if (root.name !== 'Response') throw new LoginFailure(`the message is a ${root.name.slice(0, 80)}, not a Response`);
  const response = root.element;
  requireSuccess(response);
  if (elementsBelow(response, 'EncryptedAssertion').length > 0)
    throw new LoginFailure(
      'the assertion is encrypted; this service has no key for that, so switch the encryption off',
    );
  const [assertion, ...others] = elementsBelow(response, 'Assertion');
  if (!assertion || others.length > 0)
    throw new LoginFailure(`the message has ${others.length + 1} assertions, or none`);
  if (childrenOf(response, 'Assertion')[0] !== assertion)
    throw new LoginFailure('the assertion is not a child of the Response');
  requireSignatures(response, assertion);
  return {
    text,
    isResponseSigned: childrenOf(response, 'Signature').length > 0,
    isAssertionSigned: childrenOf(assertion, 'Signature').length > 0,
    destination: attributeOf(response, 'Destination'),
    issuer: textsOf(response, 'Issuer')[0]?.trim(),
    inResponseTo: attributeOf(response, 'InResponseTo'),
  };
}

function parse(text: string) {
  try {
    return parseXml(text);
  } catch (error) {
    if (error instanceof XmlRefusal) throw new LoginFailure(`the message ${error.message}`);
    throw error;
  }
}

function requireSuccess(response: XmlElement): void {
  const [code] = childrenOf(response, 'Status').flatMap((status) => childrenOf(status, 'StatusCode'));
  const value = code && attributeOf(code, 'Value');
  if (value === success) return;
  const [inner] = code ? childrenOf(code, 'StatusCode') : [];
  const reason = [value, inner && attributeOf(inner, 'Value')].filter(Boolean).join(' ');
  throw new LoginFailure(`the provider reports ${reason.slice(0, 200) || 'no status'}`);
}

function requireSignatures(response: XmlElement, assertion: XmlElement): void {
  const all = elementsBelow(response, 'Signature');
  const known = [response, assertion].flatMap((it) => childrenOf(it, 'Signature'));
  if (all.length === 0) throw new LoginFailure('neither the Response nor its assertion is signed');
  if (all.length !== known.length) throw new LoginFailure('a signature is at a place where none belongs');
  for (const signature of all) {
    requireAlgorithms(signature, 'SignatureMethod', signatureMethods);
    requireAlgorithms(signature, 'DigestMethod', digestMethods);
  }
}

function requireAlgorithms(signature: XmlElement, name: string, allowed: ReadonlySet<string>): void {
  const methods = elementsBelow(signature, name).map((it) => attributeOf(it, 'Algorithm') ?? 'nothing');
  const [weak] = methods.filter((it) => !allowed.has(it));
  if (weak !== undefined)
    throw new LoginFailure(`the ${name} ${weak.slice(0, 120)} is not accepted; SHA-256 or more is`);
  if (methods.length !== 1) throw new LoginFailure(`a signature has ${methods.length} of ${name}; it takes one`);
}
