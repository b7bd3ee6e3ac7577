import { describe, expect, it, jest } from '@jest/globals';
import jwt from 'jsonwebtoken';
import { loadSettings } from '../../base/config/load-settings.js';
import { Secrets } from '../secrets/secrets.js';
import { LoginFailuresInMemory } from './login-failures.fixture.js';
import { LoginLimits } from './login-limits.js';
import { LoginService } from './login.service.js';
import type { NewSession } from '../sessions/sessions.repository.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { SessionTokens } from '../sessions/bearer.strategy.js';

const secrets = new Secrets('a secret of more than 32 characters');
const origin = { kind: 'bearer', program: 'curl/8.5' } as const;
const address = '192.0.2.1';
const accountId = '5f0c3a52-6f0e-4d0e-9c67-6a1f5f3c2b22';

function setUp({ isDisabled = false, isOutdated = false } = {}) {
  const account = { id: accountId, name: 'alice', passwordHash: 'the hash', isDisabled };
  const accounts = {
    findByName: jest.fn((name: string) => Promise.resolve(name === 'alice' ? account : null)),
    storeLastLogin: jest.fn(() => Promise.resolve()),
    updatePasswordHash: jest.fn((_id: string, _hash: string) => Promise.resolve()),
  };
  const sessions = {
    insert: jest.fn(({ id, accountId, ttlSeconds }: NewSession) => {
      const createdAt = new Date('2026-10-01T12:00:00.750Z');
      const expiresAt = new Date(Date.parse('2026-10-01T12:00:00Z') + ttlSeconds * 1000);
      return Promise.resolve({ id, accountId, createdAt, expiresAt });
    }),
    deleteExpired: jest.fn(() => Promise.resolve()),
    deleteOldest: jest.fn(() => Promise.resolve([])),
  };
  const passwords = {
    verify: jest.fn((hash: string | undefined, password: string) =>
      Promise.resolve(hash !== undefined && password === 'right'),
    ),
    hash: jest.fn(() => Promise.resolve('a new hash')),
    isOutdated: () => isOutdated,
  };
  const tokens = new SessionTokens(secrets);
  const settings = loadSettings({ SESSION_TTL: '3600' });
  const limits = new LoginLimits(settings, new LoginFailuresInMemory() as never, {} as never);
  const opener = new SessionsService(sessions as never, {} as never, tokens, settings, {} as never);
  const factors = { isMissing: () => false };
  const audit = { record: () => Promise.resolve() };
  const service = new LoginService(
    accounts as never,
    opener,
    passwords as never,
    limits,
    audit as never,
    factors as never,
  );
  return { service, accounts, sessions, passwords };
}

describe('LoginService', () => {
  it('returns a token that names the session and expires after SESSION_TTL', async () => {
    const { service, sessions } = setUp();
    const { accountId: id, token } = await service.login({ name: 'alice', address }, 'right', origin);
    const [[session] = []] = sessions.insert.mock.calls;
    expect(session).toEqual({
      id: expect.any(String),
      accountId,
      ...origin,
      address,
      ttlSeconds: 3600,
    });
    expect(id).toBe(accountId);
    expect(jwt.verify(token, secrets.sessionKey, { ignoreExpiration: true })).toEqual({
      iss: 'graphward',
      sub: accountId,
      jti: (session as { id: string }).id,
      iat: Date.parse('2026-10-01T12:00:00Z') / 1000,
      exp: Date.parse('2026-10-01T13:00:00Z') / 1000,
    });
  });

  it.each([
    ['a wrong password', 'alice', 'wrong', 'the hash'],
    ['an unknown name', 'bob', 'right', undefined],
    ['a text that is no valid name', "x' --", 'right', undefined],
  ])('checks one password for %s, and the next one as a suspect', async (_, username, password, hash) => {
    const { service, passwords, sessions } = setUp();
    await expect(service.login({ name: username, address }, password, origin)).rejects.toMatchObject({
      status: 401,
      detail: 'login: unknown name or wrong password',
    });
    await expect(service.login({ name: username, address }, password, origin)).rejects.toMatchObject({
      status: 401,
    });
    const calls: unknown[] = passwords.verify.mock.calls;
    expect(calls).toEqual([
      [hash, password, false],
      [hash, password, true],
    ]);
    expect(sessions.insert).not.toHaveBeenCalled();
  });

  it('refuses a disabled account after its password was checked', async () => {
    const { service, passwords } = setUp({ isDisabled: true });
    await expect(service.login({ name: 'alice', address }, 'right', origin)).rejects.toMatchObject({
      status: 401,
    });
    expect(passwords.verify).toHaveBeenCalledTimes(1);
  });

  it('replaces a hash with other costs after a login', async () => {
    const { service, accounts } = setUp({ isOutdated: true });
    await service.login({ name: 'alice', address }, 'right', origin);
    expect(accounts.updatePasswordHash.mock.calls).toEqual([[accountId, 'a new hash']]);
  });
});
