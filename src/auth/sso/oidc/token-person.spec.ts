import { describe, expect, it } from '@jest/globals';
import { defaultProviderConfig, type SsoProvider } from '../providers/sso-provider.js';
import { personOf, withUserInfo } from './token-person.js';

const used = { id: 'x', expiresAt: new Date(0) };
const claims = { sub: 'pairwise', tid: 'tenant', oid: 'object' };

function person(issuer: string, more: object = {}) {
  const provider = { issuer, principalAttributeMappings: [], config: defaultProviderConfig };
  return personOf(provider as unknown as SsoProvider, { ...claims, ...more }, used);
}

const subjectOf = (issuer: string) => person(issuer).subject;

describe('the subject of a person', () => {
  it.each([
    'https://login.microsoftonline.com/t/v2.0',
    'https://login.microsoftonline.us/t/v2.0',
    'https://login.partner.microsoftonline.cn/t/v2.0',
    'https://sts.windows.net/t/',
  ])('is tenant and object at %s', (issuer) => {
    expect(subjectOf(issuer)).toBe(`${issuer} tenant/object`);
  });

  it.each([
    'https://idp.example',
    'https://login.microsoftonline.com.evil.example/',
    'https://evil.example/sts.windows.net/',
  ])('is sub at %s', (issuer) => {
    expect(subjectOf(issuer)).toBe(`${issuer} pairwise`);
  });
});

describe('the email address of a person', () => {
  const verified = { email: 'own@corp.example', email_verified: true };

  it.each<[string, Record<string, unknown>, Record<string, unknown>, string | null]>([
    ['is the one that the token verifies', verified, {}, 'own@corp.example'],
    ['is the one that userinfo verifies', {}, verified, 'own@corp.example'],
    ['of the token is not verified by userinfo', { email: 'boss@corp.example' }, verified, null],
    [
      'of userinfo is not verified by a token that has another one',
      verified,
      { email: 'boss@corp.example' },
      'own@corp.example',
    ],
    [
      'is the one that userinfo verifies, though the token has it, too',
      { email: 'own@corp.example' },
      verified,
      'own@corp.example',
    ],
    ['does not count if the token denies what userinfo says', { ...verified, email_verified: false }, verified, null],
    ['does not count if nothing verifies it', {}, { email: 'own@corp.example' }, null],
  ])('%s', (_, token, userInfo, email) => {
    expect(person('https://idp.example', withUserInfo(token, userInfo)).email).toBe(email);
  });
});

describe('the time of the proof of a person', () => {
  it.each([
    [1_800_000_000, new Date('2027-01-15T08:00:00Z')],
    [undefined, undefined],
    ['1800000000', undefined],
    [1e300, undefined],
  ])('is auth_time: %p', (auth_time, time) => {
    expect(person('https://idp.example', { auth_time }).authenticatedAt).toEqual(time);
  });
});
