import { describe, expect, it } from '@jest/globals';
import { defaultProviderConfig, type SsoProvider } from '../providers/sso-provider.js';
import { personOf } from './token-person.js';

const used = { id: 'x', expiresAt: new Date(0) };
const claims = { sub: 'pairwise', tid: 'tenant', oid: 'object' };

function subjectOf(issuer: string): string {
  const provider = { issuer, principalAttributeMappings: [], config: defaultProviderConfig };
  return personOf(provider as unknown as SsoProvider, claims, used).subject;
}

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
