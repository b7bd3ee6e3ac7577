import { describe, expect, it } from '@jest/globals';
import { clockVerdict } from './server-checks.js';
import { hashVerdict, nodeVerdict, proxyVerdict, timeLimitsVerdict } from './settings-checks.js';

const proxies = (publicUrl: string, trustedProxies: readonly string[], host = '127.0.0.1') =>
  proxyVerdict({ publicUrl, trustedProxies, host });

describe('doctor', () => {
  it.each([
    ['20.18.9', 'fail', 'Node 20.18.9 is too old'],
    ['20.19.0', 'ok', 'Node 20.19.0'],
    ['23.1.0', 'warn', 'Node 23.1.0 is a version without long support'],
    ['24.0.0', 'ok', 'Node 24.0.0'],
  ])('judges Node %s', (version, state, message) => {
    expect(nodeVerdict(version)).toMatchObject({ state, message });
  });

  it.each([
    [proxies('', []), 'ok', 'callers of this machine only: no proxy is set'],
    [
      proxies('', ['loopback']),
      'warn',
      'TRUSTED_PROXIES is set, but PUBLIC_URL is not: links in answers have the host that each request names',
    ],
    [
      proxies('', [], '0.0.0.0'),
      'warn',
      'the service listens on 0.0.0.0 without TLS: passwords and tokens can be read on the network',
    ],
    [proxies('http://localhost:8080', []), 'ok', 'PUBLIC_URL is http://localhost:8080'],
    [
      proxies('http://graph.example', []),
      'warn',
      'PUBLIC_URL is http://graph.example: passwords and tokens can be read on the network',
    ],
    [
      proxies('https://graph.example', []),
      'warn',
      'PUBLIC_URL is https://graph.example, so a proxy terminates TLS, but TRUSTED_PROXIES is empty: all callers share its rate limits',
    ],
    [
      proxies('https://graph.example', ['10.0.0.1', 'loopback']),
      'ok',
      'behind 10.0.0.1, loopback, as https://graph.example',
    ],
  ])('compares PUBLIC_URL and TRUSTED_PROXIES: %j', (verdict, state, message) => {
    expect(verdict).toMatchObject({ state, message });
  });

  it.each([
    [{ databaseUrl: 'postgres://me:pa%23ss@db/graph' }, 'SECRET_KEY="a#b"\nEDITOR=a#b', 'ok', 'no value is cut at a #'],
    [
      { databaseUrl: '' },
      'INITIAL_ADMIN_PASSWORD=four#green\nSECRET_KEY=a#b',
      'warn',
      '.env: the values of INITIAL_ADMIN_PASSWORD, SECRET_KEY end at a #, which begins a comment',
    ],
    [
      { databaseUrl: 'postgres://me:pa#ss@db/graph' },
      '',
      'fail',
      'DATABASE_URL has a #, and the text after it is no part of an address',
    ],
  ])('finds a # in a password: %j', (settings, envFile, state, message) => {
    expect(hashVerdict(settings, envFile)).toMatchObject({ state, message });
  });

  it.each([
    [[30, 300, 330], 'ok', '30 s a request, at most 300 s'],
    [[30, 300, 0], 'ok', '30 s a request, at most 300 s'],
    [[30, 300, 300], 'warn', 'STATEMENT_TIMEOUT (300 s) ends statements of requests that may take 300 s (MAX_WAIT)'],
    [[301, 300, 330], 'warn', 'DEFAULT_WAIT (301 s) is longer than MAX_WAIT (300 s)'],
  ])('compares the limits %j', ([defaultWait = 0, maxWait = 0, statementTimeout = 0], state, message) => {
    expect(timeLimitsVerdict({ defaultWait, maxWait, statementTimeout })).toMatchObject({ state, message });
  });

  it.each([
    [4_999, 'ok', 'this machine is 5 s ahead of the database'],
    [-5_000, 'warn', 'this machine is 5 s behind the database'],
    [
      300_000,
      'fail',
      'this machine is 300 s ahead of the database: signed requests are refused if the callers have the right time',
    ],
  ])('judges a clock that is %i ms ahead', (skew, state, message) => {
    expect(clockVerdict(skew)).toMatchObject({ state, message });
  });
});
