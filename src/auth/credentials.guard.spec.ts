import { randomUUID } from 'node:crypto';
import { type ExecutionContext, Logger } from '@nestjs/common';
import { beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Request } from 'express';
import jwt from 'jsonwebtoken';
import { FakeClock } from '../../test/support/fake-clock.js';
import { signedHeaders } from '../../test/support/signed-client.js';
import { UnauthenticatedError } from '../common/errors.js';
import { loadSettings } from '../config/load-settings.js';
import { Allow, AllowOrLoopback, Public } from './allow.decorator.js';
import { Authentication } from './authentication.js';
import { CredentialsGuard } from './credentials.guard.js';
import type { Role } from './permissions.js';
import { Secrets } from './secrets/secrets.js';
import { TokenKeyCipher } from './secrets/token-key-cipher.js';
import { BearerStrategy } from './sessions/bearer.strategy.js';
import { KnownBearers } from './sessions/known-bearers.js';
import { LiveSessions } from './sessions/live-sessions.js';
import type { OpenSession, Session } from './sessions/session.js';
import { SessionTokens } from './sessions/session-tokens.js';
import { SignatureVerifier } from './signature/signature-verifier.js';
import { SignatureStrategy } from './signature/signature.strategy.js';
import type { UsableApiToken } from './tokens/api-token.js';
import { LiveTokens } from './tokens/live-tokens.js';
import { TokenUses } from './tokens/token-uses.js';

class Routes {
  @Allow('graph:read')
  allowed() {}

  @AllowOrLoopback('metrics:read')
  metrics() {}

  @Public()
  open() {}
}

const accountId = '5f0c3a52-6f0e-4d0e-9c67-6a1f5f3c2b22';
const tokenId = '0b3f1a52-6f0e-4d0e-9c67-6a1f5f3c2b11';
const sessionId = '9a1f1a52-6f0e-4d0e-9c67-6a1f5f3c2b33';
const token = { id: tokenId, key: 'the text of the key' };
const secrets = new Secrets('a secret of more than 32 characters');

/** The guard with everything behind it but the database, which is two maps. */
function setUp(environment: Record<string, string> = {}) {
  const clock = new FakeClock('2026-10-01T12:00:00.000Z');
  const sessions = new Map<string, OpenSession>();
  const tokens = new Map<string, UsableApiToken>();
  const cipher = new TokenKeyCipher(secrets);
  const findOpen = jest.fn((id: string) => Promise.resolve(sessions.get(id) ?? null));
  const findUsable = jest.fn((id: string) => Promise.resolve(tokens.get(id) ?? null));
  const noteAccess = jest.fn((_id: string, _at: Date) => Promise.resolve());
  const anonymous = jest.fn((_address: string) => Promise.resolve());
  const liveSessions = new LiveSessions({ findOpen } as never, clock);
  const liveTokens = new LiveTokens({ findUsable } as never, cipher, clock);
  const known = new KnownBearers(liveSessions, clock);
  const signature = new SignatureStrategy(
    new SignatureVerifier(clock),
    liveTokens,
    new TokenUses({ noteAccess } as never, clock),
  );
  const bearer = new BearerStrategy(secrets, liveSessions, known, clock);
  const authentication = new Authentication(loadSettings(environment), bearer, signature);
  const guard = new CredentialsGuard(known, authentication, { anonymous } as never);
  const openSession = (role: Role = 'user', expiresAt = new Date('2026-10-01T20:00:00Z')) =>
    sessions.set(sessionId, { accountId, name: 'alice', role, expiresAt });
  const makeToken = (more: Partial<UsableApiToken> = {}) =>
    tokens.set(tokenId, {
      accountId,
      clientId: null,
      name: 'alice',
      role: 'user',
      keyEncrypted: cipher.seal(tokenId, token.key),
      expiresAt: null,
      lastAccess: null,
      ...more,
    });
  openSession();
  makeToken();
  return {
    clock,
    guard,
    sessions,
    tokens,
    openSession,
    makeToken,
    findOpen,
    findUsable,
    noteAccess,
    anonymous,
    liveSessions,
  };
}

function requestWith(headers: Record<string, string>, more: object = {}): Request {
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

function contextOf(request: Request, handler: keyof Routes = 'allowed'): ExecutionContext {
  return {
    getHandler: () => Routes.prototype[handler],
    getClass: () => Routes,
    switchToHttp: () => ({ getRequest: () => request }),
  } as unknown as ExecutionContext;
}

function issue(times: Partial<Session> = {}, key = secrets): string {
  const createdAt = new Date('2026-10-01T12:00:00Z');
  const expiresAt = new Date('2026-10-01T20:00:00Z');
  return new SessionTokens(key).issue({ id: sessionId, accountId, createdAt, expiresAt, ...times });
}

const bearer = (text: string) => requestWith({ Authorization: `Bearer ${text}` });

function signed(requestDate = '2026-10-01T12:00:00Z', change: Record<string, string> = {}): Request {
  return requestWith({ ...signedHeaders(token, 'GET', '/api/v2/self?a=%20b', { requestDate }), ...change });
}

async function refusalOf(guard: CredentialsGuard, request: Request, handler?: keyof Routes): Promise<string> {
  try {
    await guard.canActivate(contextOf(request, handler));
  } catch (error) {
    if (error instanceof UnauthenticatedError) return error.detail;
    throw error;
  }
  throw new Error('the guard let it pass');
}

beforeAll(() => Logger.overrideLogger(false));

describe('CredentialsGuard', () => {
  it('lets public routes pass without a look at the credentials', () => {
    const { guard } = setUp();
    const request = bearer('nonsense');
    expect(guard.canActivate(contextOf(request, 'open'))).toBe(true);
    expect(request.user).toBeUndefined();
  });

  it.each([
    ['', 'the Authorization header has no scheme that is known'],
    ['Basic YTpi', 'the Authorization header has no scheme that is known'],
    ['Bearer', 'the Authorization header has no scheme that is known'],
    ['Bearer a b', 'the Authorization header has no scheme that is known'],
    ['Bearer nonsense', 'jwt malformed'],
  ])('refuses the header %p', async (Authorization, detail) => {
    const { guard, anonymous } = setUp();
    expect(await refusalOf(guard, requestWith({ Authorization }))).toBe(detail);
    expect(anonymous).toHaveBeenCalledWith('10.0.0.9');
  });

  it('refuses calls without credentials, but from this machine where the route says so', async () => {
    const { guard } = setUp();
    const here = requestWith({}, { socket: { remoteAddress: '127.0.0.1' } });
    expect(await refusalOf(guard, requestWith({}))).toBe('there are no credentials');
    expect(await refusalOf(guard, here)).toBe('there are no credentials');
    expect(await refusalOf(guard, requestWith({}), 'metrics')).toBe('there are no credentials');
    expect(guard.canActivate(contextOf(here, 'metrics'))).toBe(true);
  });
});

describe('a bearer token', () => {
  it('stands for the account of its session', async () => {
    const { guard } = setUp();
    const request = bearer(issue());
    expect(await guard.canActivate(contextOf(request))).toBe(true);
    expect(request.user).toMatchObject({ id: accountId, name: 'alice', role: 'user', sessionId, tokenId: undefined });
    expect(request.user?.permissions.has('graph:read')).toBe(true);
    expect(request.state.principalName).toBe('alice');
  });

  it('costs no reading and no waiting while it is known', async () => {
    const { guard, clock, findOpen } = setUp();
    const text = issue();
    await guard.canActivate(contextOf(bearer(text)));
    clock.advance(1999);
    const request = bearer(text);
    expect(guard.canActivate(contextOf(request))).toBe(true);
    expect(request.user?.id).toBe(accountId);
    expect(findOpen).toHaveBeenCalledTimes(1);
  });

  it('is worth nothing two seconds after its session ended or its account was disabled', async () => {
    const { guard, clock, sessions } = setUp();
    const text = issue();
    await guard.canActivate(contextOf(bearer(text)));
    sessions.delete(sessionId);
    clock.advance(2000);
    expect(await refusalOf(guard, bearer(text))).toMatch(/^the session is unknown, has ended/);
  });

  it('has the new role two seconds after it was changed', async () => {
    const { guard, clock, openSession } = setUp();
    const text = issue();
    await guard.canActivate(contextOf(bearer(text)));
    openSession('read_only');
    clock.advance(2000);
    const request = bearer(text);
    await guard.canActivate(contextOf(request));
    expect(request.user?.role).toBe('read_only');
  });

  it('is worth nothing at once where its session was ended by this instance', async () => {
    const { guard, sessions, liveSessions } = setUp();
    const text = issue();
    await guard.canActivate(contextOf(bearer(text)));
    sessions.delete(sessionId);
    liveSessions.forget(sessionId);
    expect(await refusalOf(guard, bearer(text))).toMatch(/^the session is unknown, has ended/);
  });

  it('is worth nothing from the second of its expiry on, also while it is known', async () => {
    const { guard, clock } = setUp();
    const text = issue({ expiresAt: new Date('2026-10-01T12:00:01Z') });
    await guard.canActivate(contextOf(bearer(text)));
    clock.advance(999);
    expect(guard.canActivate(contextOf(bearer(text)))).toBe(true);
    clock.advance(1);
    expect(await refusalOf(guard, bearer(text))).toBe('the bearer token has expired');
  });

  it('is refused where its session is that of another account', async () => {
    const { guard } = setUp();
    expect(await refusalOf(guard, bearer(issue({ accountId: randomUUID() })))).toBe(
      'the bearer token names another account',
    );
  });

  it('is refused under another key, another algorithm or another issuer, and without a signature', async () => {
    const { guard } = setUp();
    const claims = { sub: accountId, jti: sessionId, iss: 'graphward', exp: 1_790_900_000 };
    const other = new Secrets('another secret of more than 32 chars');
    const texts = [
      issue({}, other),
      jwt.sign(claims, secrets.sessionKey, { algorithm: 'HS512' }),
      jwt.sign({ ...claims, iss: 'somebody' }, secrets.sessionKey, { algorithm: 'HS256' }),
      jwt.sign(claims, '', { algorithm: 'none' }),
    ];
    const details = [];
    for (const text of texts) details.push(await refusalOf(guard, bearer(text)));
    expect(details).toEqual([
      'invalid signature',
      'invalid algorithm',
      'jwt issuer invalid. expected: graphward',
      'jwt signature is required',
    ]);
  });

  it('is refused without a session or an expiry', async () => {
    const { guard } = setUp();
    const text = jwt.sign({ sub: accountId, iss: 'graphward' }, secrets.sessionKey, { algorithm: 'HS256' });
    expect(await refusalOf(guard, bearer(text))).toBe('the bearer token lacks a claim');
  });

  it('lets an error of the database through as what it is', async () => {
    const { guard, findOpen } = setUp();
    findOpen.mockRejectedValueOnce(new Error('no database'));
    await expect(guard.canActivate(contextOf(bearer(issue())))).rejects.toThrow('no database');
  });
});

describe('several Authorization headers', () => {
  it('are refused: Node hands on the first one only, and another reader of the request may take another', async () => {
    const { guard } = setUp();
    const request = bearer(issue());
    expect(await guard.canActivate(contextOf(request))).toBe(true);
    const rawHeaders = [...request.rawHeaders, 'authorization', 'Bearer x'];
    const twice = requestWith({ Authorization: request.headers.authorization! }, { rawHeaders });
    expect(await refusalOf(guard, twice)).toBe('there are several Authorization headers');
  });
});

describe('a signed request', () => {
  it('stands for the account of its token', async () => {
    const { guard } = setUp();
    const request = signed();
    expect(await guard.canActivate(contextOf(request))).toBe(true);
    expect(request.user).toMatchObject({ id: accountId, name: 'alice', tokenId, sessionId: undefined });
    expect(request.state.principalName).toBe('alice');
  });

  it('is known by any of the keywords, whatever their case', async () => {
    const { guard } = setUp({ SIGNATURE_KEYWORDS: 'SvcSignature,other' });
    for (const keyword of ['svcsignature', 'SVCSIGNATURE', 'Other']) {
      expect(await guard.canActivate(contextOf(signed(undefined, { Authorization: `${keyword} ${tokenId}` })))).toBe(
        true,
      );
    }
    expect(await refusalOf(guard, signed(undefined, { Authorization: `third ${tokenId}` }))).toBe(
      'the Authorization header has no scheme that is known',
    );
  });

  it('reads its token once in two seconds', async () => {
    const { guard, clock, findUsable } = setUp();
    for (const milliseconds of [0, 1999, 1]) {
      clock.advance(milliseconds);
      await guard.canActivate(contextOf(signed()));
    }
    expect(findUsable).toHaveBeenCalledTimes(2);
  });

  it('is refused two seconds after its token was deleted or its account disabled', async () => {
    const { guard, clock, tokens } = setUp();
    await guard.canActivate(contextOf(signed()));
    tokens.delete(tokenId);
    clock.advance(2000);
    expect(await refusalOf(guard, signed())).toMatch(/the token is unknown or has expired/);
  });

  it('is refused from the expiry of its token on', async () => {
    const { guard, clock, makeToken } = setUp();
    makeToken({ expiresAt: new Date('2026-10-01T12:00:00.500Z') });
    expect(await guard.canActivate(contextOf(signed()))).toBe(true);
    clock.advance(500);
    expect(await refusalOf(guard, signed())).toMatch(/the token is unknown or has expired/);
  });

  it('is refused where the key was sealed under another secret', async () => {
    const { guard, makeToken } = setUp();
    makeToken({ keyEncrypted: Buffer.from('something else altogether, long enough') });
    expect(await refusalOf(guard, signed())).toMatch(/the token is unknown or has expired/);
  });

  it('is judged before its body is read', async () => {
    const { guard, tokens } = setUp();
    tokens.clear();
    const request = signed(undefined, { 'Content-Length': '10' });
    expect(await refusalOf(guard, request)).toMatch(/the token is unknown/);
    expect(request.state.wireBody).toBeUndefined();
  });

  it('notes its use once a minute, and passes where that fails', async () => {
    const { guard, clock, noteAccess } = setUp();
    noteAccess.mockRejectedValueOnce(new Error('no database'));
    for (const milliseconds of [0, 59_999, 1]) {
      clock.advance(milliseconds);
      await guard.canActivate(contextOf(signed(clock.now().toISOString())));
    }
    expect(noteAccess.mock.calls).toEqual([
      [tokenId, new Date('2026-10-01T12:00:00Z')],
      [tokenId, new Date('2026-10-01T12:01:00Z')],
    ]);
  });
});
