import { describe, expect, it } from '@jest/globals';
import { providersVerdict } from './providers-verdict.js';

/** Certificate of CN=idp.example, valid until 2126-10-29. */
const certificate =
  'MIIBhDCCASmgAwIBAgIUcml7s4UMXQhwavsd5kANxHL9FsAwCgYIKoZIzj0EAwIwFjEUMBIGA1UEAwwLaWRwLmV4YW1wbGUwIBcN' +
  'MjYxMTIyMjM0MDE0WhgPMjEyNjEwMjkyMzQwMTRaMBYxFDASBgNVBAMMC2lkcC5leGFtcGxlMFkwEwYHKoZIzj0CAQYIKoZIzj0D' +
  'AQcDQgAEZEl5H5J/M2WQt0Xxyk8khn8l4Oe4KGCIgt/XwSeikeQ3B8XI1MtXG6xgn4IIElqUc5jOegUVmCBzi9qeeJAWEKNTMFEw' +
  'HQYDVR0OBBYEFIzogxkKLsc8NlFBcmTCNKPY+fssMB8GA1UdIwQYMBaAFIzogxkKLsc8NlFBcmTCNKPY+fssMA8GA1UdEwEB/wQF' +
  'MAMBAf8wCgYIKoZIzj0EAwIDSQAwRgIhAPQtRiEXt4Ju8slsFOpiuc1rDlvQN/jWSDkssIdMnlfLAiEAkAqPtfYio9Dp7wgmzR6e' +
  'BIakDdLG3bS1V9/e5JmvVVk=';

const saml = { kind: 'SAML', slug: 'corp', certificates: [certificate] } as const;
const oidc = { kind: 'OIDC', slug: 'keycloak', certificates: [] } as const;
const reachable = { publicUrl: 'https://graph.example', ui: true };
const now = new Date('2026-11-29T12:00:00Z');

describe('providersVerdict', () => {
  it.each([
    ['no provider', [], { publicUrl: '', ui: false }, now, 'ok', 'nobody logs in by an identity provider'],
    ['two that work', [saml, oidc], reachable, now, 'ok', '2 enabled'],
    [
      'no page',
      [oidc],
      { ...reachable, ui: false },
      now,
      'warn',
      'UI=false: nobody can log in by an identity provider',
    ],
    [
      'no address',
      [oidc],
      { ...reachable, publicUrl: '' },
      now,
      'warn',
      'nobody can log in by an identity provider, because PUBLIC_URL is empty',
    ],
    [
      'no certificate',
      [{ ...saml, certificates: [] }],
      reachable,
      now,
      'warn',
      'nobody can log in by corp: no certificate is stored',
    ],
    [
      'a certificate that ends in 29 days',
      [saml],
      reachable,
      new Date('2126-09-30T12:00:00Z'),
      'warn',
      'certificates of identity providers have ended or end soon: corp 2126-10-29',
    ],
    ['a certificate that ends in 31 days', [saml], reachable, new Date('2126-09-28T12:00:00Z'), 'ok', '1 enabled'],
  ] as const)('judges %s', (_what, providers, settings, time, state, message) => {
    expect(providersVerdict(providers, settings, time)).toMatchObject({ state, message });
  });

  it('fails if a stored secret cannot be read', () => {
    expect(providersVerdict([saml], reachable, now, 2)).toMatchObject({
      state: 'fail',
      message: 'the secret does not open 2 client secrets or keys of logins by identity providers',
    });
  });
});
