import { randomUUID } from 'node:crypto';
import type { ExecutionContext } from '@nestjs/common';
import { jest } from '@jest/globals';
import type { Request } from 'express';
import { FakeClock } from '../../../test/support/fake-clock.js';
import { signedHeaders } from '../../../test/support/signed-client.js';
import { UnauthenticatedError } from '../../base/errors.js';
import { loadSettings } from '../../base/config/load-settings.js';
import { Allow, AllowOrLoopback, Public } from '../allow.decorator.js';
import { Authentication } from './authentication.js';
import { CredentialsGuard } from './auth.guards.js';
import { LoopbackAccess } from '../credentials/loopback.js';
import type { Role } from '../permissions.js';
import { Secrets } from '../secrets/secrets.js';
import { TokenKeyCipher } from '../secrets/token-key-cipher.js';
import { BearerStrategy, SessionTokens } from '../sessions/bearer.strategy.js';
import { CachedSessions, VerifiedBearers } from '../sessions/cached-sessions.js';
import type { OpenSession, Session } from '../sessions/sessions.repository.js';
import { SignatureVerifier } from '../signature/signature-verifier.js';
import { SignatureStrategy } from '../signature/signature.strategy.js';
import type { UsableApiToken } from '../tokens/api-token.js';
import { CachedBearerKeys } from '../tokens/cached-bearer-keys.js';
import { CachedTokens } from '../tokens/cached-tokens.js';
import { TokenProofs } from '../tokens/token-proofs.js';
import { SessionUses } from '../sessions/session-uses.js';
import { TokenUses } from '../tokens/token-uses.js';

class Routes {
  @Allow('graph:read')
  allowed() {}

  @AllowOrLoopback('metrics:read')
  metrics() {}

  @Public()
  open() {}
}

export const accountId = '5f0c3a52-6f0e-4d0e-9c67-6a1f5f3c2b22';
export const tokenId = '0b3f1a52-6f0e-4d0e-9c67-6a1f5f3c2b11';
export const sessionId = '9a1f1a52-6f0e-4d0e-9c67-6a1f5f3c2b33';
const token = { id: tokenId, key: 'the text of the key' };
export const secrets = new Secrets('a secret of more than 32 characters');

/** A row of the table. The database computes `remainingMs`. */
type Expiring<Row> = Omit<Row, 'remainingMs'> & { readonly expiresAt: Date | null };

/** Creates the guard and everything that it uses. Two maps and a clock replace the database. */
export function setUp(environment: Record<string, string> = {}) {
  const clock = new FakeClock('2026-10-01T12:00:00.000Z');
  const databaseClock = new FakeClock('2026-10-01T12:00:00.000Z');
  const sessions = new Map<string, Expiring<OpenSession>>();
  const tokens = new Map<string, Expiring<UsableApiToken>>();
  const cipher = new TokenKeyCipher(secrets);
  const read = <T extends Expiring<object>>(row: T | undefined) => {
    const remainingMs = row?.expiresAt ? row.expiresAt.getTime() - databaseClock.now().getTime() : null;
    return Promise.resolve(row ? { ...row, remainingMs } : null);
  };
  const findOpen = jest.fn((id: string) => read(sessions.get(id)));
  const findUsable = jest.fn((id: string) => read(tokens.get(id)));
  const storeLastAccess = jest.fn((_id: string, _at: Date) => Promise.resolve());
  const storeUse = jest.fn((_id: string) => Promise.resolve());
  const anonymous = jest.fn((_request: Request) => Promise.resolve());
  const cachedSessions = new CachedSessions({ findOpen } as never, clock, loadSettings({}));
  const noKeys = new CachedBearerKeys({ findUsableKey: () => Promise.resolve(null) } as never, clock, {} as never);
  const cachedTokens = new CachedTokens({ findUsable } as never, cipher, clock, noKeys);
  const known = new VerifiedBearers(cachedSessions);
  const signature = new SignatureStrategy(
    new SignatureVerifier(clock),
    cachedTokens,
    new TokenUses({ storeLastAccess } as never, clock),
    new TokenProofs({ isProven: () => Promise.resolve(false), store: () => Promise.resolve() } as never, clock),
  );
  const bearer = new BearerStrategy(secrets, cachedSessions, known);
  const authentication = new Authentication(loadSettings(environment), bearer, signature, noKeys);
  const loopback = new LoopbackAccess(loadSettings(environment));
  const uses = new SessionUses({ storeUse } as never, clock);
  const guard = new CredentialsGuard(known, authentication, { anonymous } as never, loopback, uses);
  const openSession = (role: Role = 'user', expiresAt = new Date('2026-10-01T20:00:00Z')) =>
    sessions.set(sessionId, {
      accountId,
      name: 'alice',
      role,
      passwordExpired: false,
      totpActive: false,
      hasPassword: true,
      passkeys: 0,
      environments: null,
      seesNodesOfNone: false,
      expiresAt,
    });
  const makeToken = (more: Partial<Expiring<UsableApiToken>> = {}) =>
    tokens.set(tokenId, {
      accountId,
      clientId: null,
      name: 'alice',
      role: 'user',
      environments: null,
      seesNodesOfNone: false,
      keyEncrypted: cipher.seal(tokenId, token.key),
      expiresAt: null,
      lastAccess: null,
      ...more,
    });
  openSession();
  makeToken();
  return {
    clock,
    databaseClock,
    guard,
    sessions,
    tokens,
    openSession,
    makeToken,
    findOpen,
    findUsable,
    storeLastAccess,
    storeUse,
    anonymous,
    cachedSessions,
  };
}

export function requestWith(headers: Record<string, string>, more: object = {}): Request {
  const lower = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  return {
    method: 'GET',
    originalUrl: '/api/v2/self?a=%20b',
    headers: lower,
    rawHeaders: Object.entries(headers).flat(),
    ip: '10.0.0.9',
    socket: { remoteAddress: '10.0.0.9' },
    app: { get: () => 1000 },
    state: { id: randomUUID() },
    ...more,
  } as unknown as Request;
}

export function contextOf(request: Request, handler: keyof Routes = 'allowed'): ExecutionContext {
  return {
    getHandler: () => Routes.prototype[handler],
    getClass: () => Routes,
    switchToHttp: () => ({ getRequest: () => request }),
  } as unknown as ExecutionContext;
}

export function issue(times: Partial<Session> = {}, key = secrets): string {
  const createdAt = new Date('2026-10-01T12:00:00Z');
  const expiresAt = new Date('2026-10-01T20:00:00Z');
  return new SessionTokens(key).issue({ id: sessionId, accountId, createdAt, expiresAt, ...times });
}

export const bearer = (text: string) => requestWith({ Authorization: `Bearer ${text}` });

export function signed(requestDate = '2026-10-01T12:00:00Z', change: Record<string, string> = {}): Request {
  return requestWith({ ...signedHeaders(token, 'GET', '/api/v2/self?a=%20b', { requestDate }), ...change });
}

export async function refusalOf(guard: CredentialsGuard, request: Request, handler?: keyof Routes): Promise<string> {
  try {
    await guard.canActivate(contextOf(request, handler));
  } catch (error) {
    if (error instanceof UnauthenticatedError) return error.detail;
    throw error;
  }
  throw new Error('the guard let it pass');
}
