import { describe, expect, it } from '@jest/globals';
import { loadSettings } from '../../base/config/load-settings.js';
import { LoopbackAccess } from './loopback.js';

interface Case {
  readonly remoteAddress?: string;
  readonly host?: string | undefined;
  readonly headers?: Record<string, string>;
  readonly environment?: Record<string, string>;
  readonly target?: string;
}

function allows({
  remoteAddress = '127.0.0.1',
  host = 'localhost',
  headers = {},
  environment = {},
  target = '/metrics',
}: Case): boolean {
  const request = { socket: { remoteAddress }, headers: { host, ...headers }, originalUrl: target };
  return new LoopbackAccess(loadSettings(environment)).allows(request as never);
}

describe('LoopbackAccess', () => {
  it.each(['127.0.0.1', '127.8.9.10', '::1', '::ffff:127.0.0.1'])('allows a call from %s', (remoteAddress) => {
    expect(allows({ remoteAddress })).toBe(true);
  });

  it.each(['10.0.0.1', '::ffff:10.0.0.1', '128.0.0.1', ''])('refuses a call from %p', (remoteAddress) => {
    expect(allows({ remoteAddress })).toBe(false);
  });

  it.each(['localhost', 'LOCALHOST:8080', '127.0.0.1', '127.0.0.1:8080', '[::1]', '[::1]:8080'])(
    'allows a call to the host %s',
    (host) => {
      expect(allows({ host })).toBe(true);
    },
  );

  it.each([
    'evil.example',
    'evil.example:8080',
    'localhost.evil.example',
    '127.0.0.1.evil.example',
    'localhost@evil',
    '',
  ])('refuses a call to the host %p', (host) => {
    expect(allows({ host })).toBe(false);
  });

  it('refuses a call without a host', () => {
    expect(allows({ headers: { host: undefined as never } })).toBe(false);
  });

  it.each([
    'forwarded',
    'x-forwarded',
    'x-forwarded-for',
    'x-forwarded-proto',
    'x-original-forwarded-for',
    'x-real-ip',
    'x-client-ip',
    'x-cluster-client-ip',
    'true-client-ip',
    'x-azure-clientip',
    'cf-connecting-ip',
    'x-envoy-external-address',
    'x-proxyuser-ip',
    'via',
    'cdn-loop',
  ])('refuses a call with the header %s, which a proxy adds', (name) => {
    expect(allows({ headers: { [name]: '127.0.0.1' } })).toBe(false);
  });

  it.each([
    ['http://localhost:8080/metrics', true],
    ['/metrics?from=http://evil.example/', true],
    ['http://evil.example/metrics', false],
    ['HTTPS://evil.example?/metrics', false],
    ['http://localhost@evil.example/metrics', false],
  ])('with the request target %s answers %p', (target, expected) => {
    expect(allows({ target })).toBe(expected);
  });

  it.each([
    ['none', true],
    ['same-origin', true],
    ['same-site', false],
    ['cross-site', false],
  ])('with Sec-Fetch-Site: %s answers %p', (site, expected) => {
    expect(allows({ headers: { 'sec-fetch-site': site } })).toBe(expected);
  });

  it.each([
    [{ TRUSTED_PROXIES: 'loopback' }, false],
    [{ PUBLIC_URL: 'https://graph.example' }, false],
    [{ PUBLIC_URL: 'http://localhost@graph.example/' }, false],
    [{ PUBLIC_URL: 'http://localhost:8080/graph' }, true],
    [{ PUBLIC_URL: 'http://127.0.0.1:8080' }, true],
  ])('with the settings %j answers %p', (environment, expected) => {
    expect(allows({ environment })).toBe(expected);
  });
});
