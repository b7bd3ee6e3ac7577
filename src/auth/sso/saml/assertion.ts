import type { ProviderConfig, SsoProvider } from '../providers/sso-provider.js';
import { attributeOf, childrenOf, parseXml, textsOf, type XmlElement } from '../metadata/xml.js';
import { type Claims, firstOf, LoginFailure, type Person } from '../persons/person.js';

export const clockSkewMs = 60_000;

/** What an assertion has to fit. */
export interface Expected {
  /** Entity id of the provider. */
  readonly issuer: string;
  readonly callback: string;
  readonly audience: string;
  readonly requestId: string;
  readonly now: Date;
}

const bearer = 'urn:oasis:names:tc:SAML:2.0:cm:bearer';
const persistent = 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent';
const transient = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient';

/** As value of `subject`: the NameID counts as stable, though its format does not say so. */
const nameIdWord = 'NameID';

const claim = (name: string) => `http://schemas.xmlsoap.org/ws/2005/05/identity/claims/${name}`;
const emails = [claim('emailaddress'), 'urn:oid:0.9.2342.19200300.100.1.3', 'email', 'mail'];
const givenNames = [claim('givenname'), 'urn:oid:2.5.4.42', 'givenName', 'firstName'];
const surnames = [claim('surname'), 'urn:oid:2.5.4.4', 'sn', 'lastName'];

/**
 * Reads the person of an assertion, and makes the checks that the library for SAML leaves out.
 * @param verified the bytes that the signature covers, and nothing else
 * @throws LoginFailure
 */
export function readAssertion(verified: string, provider: SsoProvider, expected: Expected): Person {
  const { name, element: assertion } = parseXml(verified);
  if (name !== 'Assertion') throw new LoginFailure(`what is signed is a ${name}, not an assertion`);
  requireIssuer(assertion, expected.issuer);
  const expiresAt = requireConfirmation(assertion, expected);
  requireAudience(assertion, expected);
  const id = attributeOf(assertion, 'ID');
  if (id === undefined) throw new LoginFailure('the assertion has no ID');
  const claims = attributesOf(assertion);
  return {
    subject: subjectOf(assertion, claims, provider),
    name: nameOf(assertion, claims, provider),
    email: firstOf(claims, emails),
    firstName: firstOf(claims, givenNames),
    lastName: firstOf(claims, surnames),
    claims,
    authenticatedAt: authenticatedAt(assertion),
    used: [`assertion ${provider.id} ${id}`, `request ${expected.requestId}`].map((it) => ({ id: it, expiresAt })),
  };
}

function requireIssuer(assertion: XmlElement, expected: string): void {
  const [issuer = '', ...others] = textsOf(assertion, 'Issuer').map((it) => it.trim());
  if (issuer !== expected || others.length > 0)
    throw new LoginFailure(`the issuer of the assertion is ${JSON.stringify(issuer)}; expected ${expected}`);
}

/** @returns when the assertion expires, with the skew of clocks */
function requireConfirmation(assertion: XmlElement, expected: Expected): Date {
  const confirmations = childrenOf(assertion, 'Subject').flatMap((it) => childrenOf(it, 'SubjectConfirmation'));
  const faults: string[] = [];
  for (const confirmation of confirmations) {
    const found = confirmationFault(confirmation, expected);
    if (found instanceof Date) return found;
    faults.push(found);
  }
  throw new LoginFailure(`no subject confirmation fits: ${faults.join('; ') || 'there is none'}`);
}

function confirmationFault(confirmation: XmlElement, { callback, requestId, now }: Expected): Date | string {
  if (attributeOf(confirmation, 'Method') !== bearer) return 'its method is not bearer';
  const [data] = childrenOf(confirmation, 'SubjectConfirmationData');
  if (!data) return 'it has no data';
  const recipient = attributeOf(data, 'Recipient');
  if (recipient !== callback) return `its recipient is ${JSON.stringify(recipient)}; expected ${callback}`;
  if (attributeOf(data, 'NotBefore') !== undefined) return 'it has a NotBefore';
  const inResponseTo = attributeOf(data, 'InResponseTo');
  if (inResponseTo !== requestId) return `it answers ${inResponseTo ?? 'no request'}; expected ${requestId}`;
  const end = Date.parse(attributeOf(data, 'NotOnOrAfter') ?? '');
  if (Number.isNaN(end)) return 'it has no NotOnOrAfter';
  return now.getTime() - clockSkewMs < end ? new Date(end + clockSkewMs) : 'it has expired';
}

function requireAudience(assertion: XmlElement, { audience }: Expected): void {
  const [conditions, ...others] = childrenOf(assertion, 'Conditions');
  const restrictions = conditions ? childrenOf(conditions, 'AudienceRestriction') : [];
  if (others.length > 0 || restrictions.length === 0) throw new LoginFailure('the assertion names no audience');
  for (const restriction of restrictions) {
    const named = textsOf(restriction, 'Audience').map((it) => it.trim());
    if (!named.includes(audience))
      throw new LoginFailure(`the assertion is for ${named.join(', ') || 'nobody'}; expected ${audience}`);
  }
}

function authenticatedAt(assertion: XmlElement): Date | undefined {
  const [statement] = childrenOf(assertion, 'AuthnStatement');
  const time = new Date((statement && attributeOf(statement, 'AuthnInstant')) ?? Number.NaN);
  return Number.isNaN(time.getTime()) ? undefined : time;
}

function attributesOf(assertion: XmlElement): Claims {
  const claims = new Map<string, string[]>();
  const attributes = childrenOf(assertion, 'AttributeStatement').flatMap((it) => childrenOf(it, 'Attribute'));
  for (const attribute of attributes) {
    const name = attributeOf(attribute, 'Name');
    if (name === undefined) continue;
    const values = textsOf(attribute, 'AttributeValue').map((it) => it.trim());
    claims.set(name, [...(claims.get(name) ?? []), ...values]);
  }
  return claims;
}

interface NameId {
  readonly value: string;
  readonly format: string | undefined;
}

function nameIdOf(assertion: XmlElement): NameId | undefined {
  const [subject] = childrenOf(assertion, 'Subject');
  const [nameId] = subject ? childrenOf(subject, 'NameID') : [];
  const value = subject && textsOf(subject, 'NameID')[0]?.trim();
  return value ? { value, format: nameId && attributeOf(nameId, 'Format') } : undefined;
}

function subjectOf(assertion: XmlElement, claims: Claims, { issuer, config }: SsoProvider): string {
  return `${issuer} ${stableIdOf(nameIdOf(assertion), claims, config)}`;
}

function stableIdOf(nameId: NameId | undefined, claims: Claims, { subject }: ProviderConfig): string {
  if (subject !== null && subject !== nameIdWord) {
    const value = firstOf(claims, [subject]);
    if (value === null) throw new LoginFailure(`the assertion lacks the attribute ${subject}, which is the subject`);
    return value;
  }
  if (!nameId) throw new LoginFailure('the assertion has no NameID');
  const isStable = subject === nameIdWord ? nameId.format !== transient : nameId.format === persistent;
  if (isStable) return nameId.value;
  const format = nameId.format ?? 'no format';
  throw new LoginFailure(
    `the NameID is not persistent (${format}); set the subject to a stable attribute`,
    nameId.value,
  );
}

function nameOf(
  assertion: XmlElement,
  claims: Claims,
  { principalAttributeMappings: given }: SsoProvider,
): string | null {
  if (given.length > 0) return firstOf(claims, given);
  const nameId = nameIdOf(assertion);
  return firstOf(claims, emails) ?? (nameId && nameId.format !== transient ? nameId.value : null);
}
