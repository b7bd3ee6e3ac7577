import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { AppError } from '../../../base/errors.js';
import { maxMetadataBytes, readIdpMetadata } from './idp-metadata.js';

const redirect = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect';
const post = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST';
const soap = 'urn:oasis:names:tc:SAML:2.0:bindings:SOAP';

function service(binding: string, location: string): string {
  return `<md:SingleSignOnService Binding="${binding}" Location="${location}"/>`;
}

function entity(id: string, ...services: readonly string[]): string {
  return `<md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" ${id}>
    <md:IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">
      <md:KeyDescriptor use="signing"/>${services.join('')}
    </md:IDPSSODescriptor></md:EntityDescriptor>`;
}

const id = 'entityID="https://idp.example/metadata"';
const good = entity(id, service(redirect, 'https://idp.example/sso'));
const serviceProvider = '<EntityDescriptor entityID="https://sp.example"><SPSSODescriptor/></EntityDescriptor>';

function read(xml: string) {
  return readIdpMetadata(Buffer.from(xml));
}

function faultsOf(xml: string | Buffer): string[] {
  try {
    readIdpMetadata(Buffer.from(xml));
  } catch (error) {
    if (error instanceof AppError) return error.faults.map(({ context, message }) => `${context}: ${message}`);
    throw error;
  }
  return [];
}

const prefix = 'body.metadata: the metadata';

/** Certificate of CN=idp.example with an elliptic curve key, valid until 2126. */
const certificate =
  'MIIBhDCCASmgAwIBAgIUcml7s4UMXQhwavsd5kANxHL9FsAwCgYIKoZIzj0EAwIwFjEUMBIGA1UEAwwLaWRwLmV4YW1wbGUwIBcN' +
  'MjYxMTIyMjM0MDE0WhgPMjEyNjEwMjkyMzQwMTRaMBYxFDASBgNVBAMMC2lkcC5leGFtcGxlMFkwEwYHKoZIzj0CAQYIKoZIzj0D' +
  'AQcDQgAEZEl5H5J/M2WQt0Xxyk8khn8l4Oe4KGCIgt/XwSeikeQ3B8XI1MtXG6xgn4IIElqUc5jOegUVmCBzi9qeeJAWEKNTMFEw' +
  'HQYDVR0OBBYEFIzogxkKLsc8NlFBcmTCNKPY+fssMB8GA1UdIwQYMBaAFIzogxkKLsc8NlFBcmTCNKPY+fssMA8GA1UdEwEB/wQF' +
  'MAMBAf8wCgYIKoZIzj0EAwIDSQAwRgIhAPQtRiEXt4Ju8slsFOpiuc1rDlvQN/jWSDkssIdMnlfLAiEAkAqPtfYio9Dp7wgmzR6e' +
  'BIakDdLG3bS1V9/e5JmvVVk=';

/** Replaces the empty key descriptor of the metadata. */
function withKey(...certificates: readonly string[]): string {
  const data = certificates.map((text) => `<ds:X509Certificate>${text}</ds:X509Certificate>`).join('');
  const key = `<md:KeyDescriptor use="signing"><ds:KeyInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><ds:X509Data>${data}</ds:X509Data></ds:KeyInfo></md:KeyDescriptor>`;
  return good.replace('<md:KeyDescriptor use="signing"/>', `<md:KeyDescriptor use="encryption"/>${key}`);
}

describe('readIdpMetadata', () => {
  it('returns the issuer and the address for sign-in', () => {
    expect(read(good)).toEqual({
      issuerUri: 'https://idp.example/metadata',
      ssoUri: 'https://idp.example/sso',
      certificates: [],
    });
  });

  it('accepts metadata without prefixes, with comments and with a declaration', () => {
    const xml = `<?xml version="1.0" encoding="UTF-8"?><!-- a & b -->${good.replaceAll('md:', '')}`;
    expect(read(xml).issuerUri).toBe('https://idp.example/metadata');
  });

  it('accepts UTF-8 with a byte order mark and UTF-16', () => {
    expect(read(`\uFEFF${good}`).ssoUri).toBe('https://idp.example/sso');
    expect(readIdpMetadata(Buffer.from(`\uFEFF${good}`, 'utf16le')).ssoUri).toBe('https://idp.example/sso');
    expect(readIdpMetadata(Buffer.from(`\uFEFF${good}`, 'utf16le').swap16()).ssoUri).toBe('https://idp.example/sso');
  });

  it('prefers HTTP-Redirect to HTTP-POST in any order', () => {
    const services = [service(soap, 'https://a'), service(post, 'https://b'), service(redirect, 'https://c')];
    expect(read(entity(id, ...services)).ssoUri).toBe('https://c');
    expect(read(entity(id, ...services.slice(0, 2))).ssoUri).toBe('https://b');
  });

  it('resolves character references', () => {
    const location = 'https://idp.example/sso?a=1&amp;b=&#50;&#x33;';
    expect(read(entity(id, service(redirect, location))).ssoUri).toBe('https://idp.example/sso?a=1&b=23');
  });

  it('reads the attribute without a prefix if another namespace has one of the same name', () => {
    const xml = good.replace('Location=', 'xmlns:x="urn:x" x:Location="https://other.example" Location=');
    expect(read(xml).ssoUri).toBe('https://idp.example/sso');
  });

  it('finds the identity provider among several and nested entities', () => {
    const inner = `<EntitiesDescriptor>${good}</EntitiesDescriptor>`;
    expect(read(`<EntitiesDescriptor>${serviceProvider}${inner}</EntitiesDescriptor>`).ssoUri).toBe(
      'https://idp.example/sso',
    );
  });

  it('rejects metadata with two identity providers', () => {
    expect(faultsOf(`<EntitiesDescriptor>${good}${good}</EntitiesDescriptor>`)).toEqual([
      `${prefix} describes 2 identity providers; expected one`,
    ]);
  });

  it.each([
    [
      'a document type with an external entity',
      `<!DOCTYPE x [<!ENTITY f SYSTEM "file:///etc/passwd">]>${good.replace('idp.example/sso', '&f;')}`,
      'has a document type (<!DOCTYPE>) or defines entities; neither is accepted',
    ],
    [
      'an entity that is not defined',
      good.replace('idp.example/sso', '&f;'),
      'refers to &f;; only the entities that XML knows by itself are accepted',
    ],
    ['a text', 'not xml at all', "is not well-formed XML: line 1: char 'n' is not expected."],
    ['nothing', '', 'is not well-formed XML: line 1: Start tag expected.'],
    ['two roots', '<a/><b/>', 'is not well-formed XML: it has not exactly one root element'],
    ['an open element', '<EntityDescriptor>', "is not well-formed XML: line 1: Unclosed tag 'EntityDescriptor'."],
    [
      'a web page',
      '<html><body/></html>',
      'has the root element html; expected EntityDescriptor or EntitiesDescriptor',
    ],
    [
      'a service provider',
      serviceProvider,
      'has no EntityDescriptor with an IDPSSODescriptor; expected the metadata of an identity provider',
    ],
    [
      'an entity without its id',
      entity('', service(redirect, 'https://idp.example/sso')),
      'has no entityID; expected EntityDescriptor to have that attribute',
    ],
    [
      'an entity id that is too long',
      entity(`entityID="${'x'.repeat(1025)}"`, service(redirect, 'https://idp.example/sso')),
      'has an entityID of 1025 characters; expected at most 1024',
    ],
    [
      'a service that only speaks SOAP',
      entity(id, service(soap, 'https://idp.example/sso')),
      `has no SingleSignOnService with a supported binding; expected one of ${redirect}, ${post}`,
    ],
    [
      'a service at a script',
      entity(id, service(redirect, 'javascript:alert(1)')),
      'has a SingleSignOnService at "javascript:alert(1)"; expected an http or https URL',
    ],
    [
      'a service without an address',
      entity(id, `<md:SingleSignOnService Binding="${post}"/>`),
      'has a SingleSignOnService without a Location; expected an http or https URL',
    ],
    [
      'a reference to NUL',
      `<!-- one\n-->\n${good.replace('idp.example/sso', 'idp.example/&#0;sso')}`,
      'refers to &#0; on line 5; XML 1.0 has no such character',
    ],
    [
      'a reference to half of a surrogate pair',
      good.replace('idp.example/sso', '&#xd800;'),
      'refers to &#xd800; on line 3; XML 1.0 has no such character',
    ],
    [
      'a reference beyond Unicode',
      good.replace('idp.example/sso', '&#x110000;'),
      'refers to &#x110000; on line 3; XML 1.0 has no such character',
    ],
    [
      'a control character',
      good.replace('idp.example/sso', '\u0001'),
      'has the character U+0001 on line 3; XML 1.0 has no such character',
    ],
    ['an element that is deeper than any', '<a>'.repeat(60) + '</a>'.repeat(60), 'is nested deeper than 50 elements'],
  ])('is refused when it is or has %s', (_what, xml, message) => {
    expect(faultsOf(xml)).toEqual([`${prefix} ${message}`]);
  });

  it.each([
    ['is as it was made', certificate],
    ['is broken into lines', `\n  ${certificate.slice(0, 64)}&#13;\n  ${certificate.slice(64)}\n`],
  ])('accepts metadata if its certificate %s', (_how, text) => {
    expect(read(withKey(text)).certificates).toEqual([certificate]);
  });

  const place = "a certificate that can't be read, X509Certificate 2 of IDPSSODescriptor[1]/KeyDescriptor[2]";
  it.each([
    ['nonsense', 'not a certificate!', 'expected base64'],
    ['empty', '', 'expected base64'],
    ['cut', certificate.slice(0, 100), 'expected an X.509 certificate in DER, written in base64'],
    ['of other bytes', 'aGVsbG8=', 'expected an X.509 certificate in DER, written in base64'],
  ])('rejects a certificate that is %s and reports its path', (_what, text, reason) => {
    expect(faultsOf(withKey(certificate, text))).toEqual([`${prefix} has ${place}: ${reason}`]);
  });

  it('reports each fault of the entity at once', () => {
    expect(faultsOf(entity('', service(soap, 'https://a')))).toHaveLength(2);
  });

  it('rejects bytes that are not text', () => {
    expect(faultsOf(Buffer.from([0x3c, 0xc3, 0x28]))).toEqual([`${prefix} is not text in UTF-8`]);
  });

  it('rejects metadata that is too large', () => {
    expect(faultsOf(Buffer.alloc(maxMetadataBytes + 1, ' '))).toEqual([
      `body.metadata: the metadata is larger than ${maxMetadataBytes} bytes`,
    ]);
  });

  it('returns a result or a short fault for any input', () => {
    const piece = fc.constantFrom(
      '<',
      '>',
      '/',
      '&',
      ';',
      '"',
      '=',
      ' ',
      'a',
      '<a>',
      '</a>',
      '<!--',
      '__proto__',
      '&amp;',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const faults = faultsOf(pieces.join(''));
        expect(faults).toHaveLength(1);
        expect(faults[0]?.length).toBeLessThan(400);
      }),
    );
  });
});
