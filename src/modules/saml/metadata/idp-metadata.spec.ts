import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { AppError } from '../../../common/errors.js';
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

describe('the metadata of an identity provider', () => {
  it('names the issuer and where users sign in', () => {
    expect(read(good)).toEqual({ issuerUri: 'https://idp.example/metadata', ssoUri: 'https://idp.example/sso' });
  });

  it('is read without prefixes, with comments, and with a declaration', () => {
    const xml = `<?xml version="1.0" encoding="UTF-8"?><!-- a & b -->${good.replaceAll('md:', '')}`;
    expect(read(xml).issuerUri).toBe('https://idp.example/metadata');
  });

  it('may be UTF-8 with a byte order mark, or UTF-16', () => {
    expect(read(`\uFEFF${good}`).ssoUri).toBe('https://idp.example/sso');
    expect(readIdpMetadata(Buffer.from(`\uFEFF${good}`, 'utf16le')).ssoUri).toBe('https://idp.example/sso');
    expect(readIdpMetadata(Buffer.from(`\uFEFF${good}`, 'utf16le').swap16()).ssoUri).toBe('https://idp.example/sso');
  });

  it('prefers HTTP-Redirect to HTTP-POST, wherever it stands', () => {
    const services = [service(soap, 'https://a'), service(post, 'https://b'), service(redirect, 'https://c')];
    expect(read(entity(id, ...services)).ssoUri).toBe('https://c');
    expect(read(entity(id, ...services.slice(0, 2))).ssoUri).toBe('https://b');
  });

  it('has its references to characters resolved', () => {
    const location = 'https://idp.example/sso?a=1&amp;b=&#50;&#x33;';
    expect(read(entity(id, service(redirect, location))).ssoUri).toBe('https://idp.example/sso?a=1&b=23');
  });

  it('takes the attribute without a prefix where another namespace has one of the same name', () => {
    const xml = good.replace('Location=', 'xmlns:x="urn:x" x:Location="https://other.example" Location=');
    expect(read(xml).ssoUri).toBe('https://idp.example/sso');
  });

  it('may be one of several entities, also nested', () => {
    const inner = `<EntitiesDescriptor>${good}</EntitiesDescriptor>`;
    expect(read(`<EntitiesDescriptor>${serviceProvider}${inner}</EntitiesDescriptor>`).ssoUri).toBe(
      'https://idp.example/sso',
    );
  });

  it('is refused when it describes two identity providers', () => {
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
    ['an element that is deeper than any', '<a>'.repeat(60) + '</a>'.repeat(60), 'is nested deeper than 50 elements'],
  ])('is refused when it is or has %s', (_what, xml, message) => {
    expect(faultsOf(xml)).toEqual([`${prefix} ${message}`]);
  });

  it('is refused with every fault of the entity at once', () => {
    expect(faultsOf(entity('', service(soap, 'https://a')))).toHaveLength(2);
  });

  it('is refused when it is not text', () => {
    expect(faultsOf(Buffer.from([0x3c, 0xc3, 0x28]))).toEqual([`${prefix} is not text in UTF-8`]);
  });

  it('is refused when it is too large', () => {
    expect(faultsOf(Buffer.alloc(maxMetadataBytes + 1, ' '))).toEqual([
      `body.metadata: the metadata is larger than ${maxMetadataBytes} bytes`,
    ]);
  });

  it('is taken or refused with a short fault, whatever it is made of', () => {
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
