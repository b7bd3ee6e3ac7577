import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import jwt from 'jsonwebtoken';
import { Secrets } from '../secrets/secrets.js';
import {
  accountId,
  bearer,
  contextOf,
  issue,
  refusalOf,
  requestWith,
  secrets,
  sessionId,
  setUp,
} from '../guards/credentials.fixture.js';

describe('a bearer token', () => {
  it('authenticates the account of its session', async () => {
    const { guard } = setUp();
    const request = bearer(issue());
    expect(await guard.canActivate(contextOf(request))).toBe(true);
    expect(request.user).toMatchObject({ id: accountId, name: 'alice', role: 'user', sessionId, tokenId: undefined });
    expect(request.user?.permissions.has('graph:read')).toBe(true);
    expect(request.state.principalName).toBe('alice');
  });

  it('is accepted without a reading and without waiting while it is cached', async () => {
    const { guard, clock, findOpen } = setUp();
    const text = issue();
    await guard.canActivate(contextOf(bearer(text)));
    clock.advance(1999);
    const request = bearer(text);
    expect(guard.canActivate(contextOf(request))).toBe(true);
    expect(request.user?.id).toBe(accountId);
    expect(findOpen).toHaveBeenCalledTimes(1);
  });

  it('is a use of its session once a minute, unless the page asks by itself', async () => {
    const { guard, clock, storeUse } = setUp();
    const text = issue();
    await guard.canActivate(contextOf(requestWith({ Authorization: `Bearer ${text}`, 'Graphward-Background': '1' })));
    expect(storeUse).not.toHaveBeenCalled();
    for (const ms of [0, 59_999, 1]) {
      clock.advance(ms);
      await guard.canActivate(contextOf(bearer(text)));
    }
    expect(storeUse.mock.calls).toEqual([[sessionId], [sessionId]]);
  });

  it('is refused two seconds after its session ended or its account was disabled', async () => {
    const { guard, clock, sessions } = setUp();
    const text = issue();
    await guard.canActivate(contextOf(bearer(text)));
    sessions.delete(sessionId);
    clock.advance(2000);
    expect(await refusalOf(guard, bearer(text))).toMatch(/^the session is unknown, has ended/);
  });

  it('has the new role two seconds after a change', async () => {
    const { guard, clock, openSession } = setUp();
    const text = issue();
    await guard.canActivate(contextOf(bearer(text)));
    openSession('read_only');
    clock.advance(2000);
    const request = bearer(text);
    await guard.canActivate(contextOf(request));
    expect(request.user?.role).toBe('read_only');
  });

  it('is refused at once if this instance ended its session', async () => {
    const { guard, sessions, cachedSessions } = setUp();
    const text = issue();
    await guard.canActivate(contextOf(bearer(text)));
    sessions.delete(sessionId);
    cachedSessions.forget(sessionId);
    expect(await refusalOf(guard, bearer(text))).toMatch(/^the session is unknown, has ended/);
  });

  it('is refused from the second of its expiry, even while it is cached', async () => {
    const { guard, clock, openSession } = setUp();
    openSession('user', new Date('2026-10-01T12:00:01Z'));
    const text = issue({ expiresAt: new Date('2026-10-01T12:00:01Z') });
    await guard.canActivate(contextOf(bearer(text)));
    clock.advance(999);
    expect(guard.canActivate(contextOf(bearer(text)))).toBe(true);
    clock.advance(1);
    expect(await refusalOf(guard, bearer(text))).toMatch(/^the session is unknown, has ended or expired/);
  });

  it('expires by the clock of the database, even if the clock of the instance is wrong', async () => {
    const { guard, clock, databaseClock } = setUp();
    clock.set('2027-10-01T12:00:00Z');
    expect(await guard.canActivate(contextOf(bearer(issue())))).toBe(true);
    clock.advance(2000);
    databaseClock.set('2026-10-01T20:00:00Z');
    expect(await refusalOf(guard, bearer(issue()))).toMatch(/^the session is unknown, has ended or expired/);
  });

  it('is refused if its session belongs to another account', async () => {
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

  it('is refused without a session', async () => {
    const { guard } = setUp();
    const text = jwt.sign({ sub: accountId, iss: 'graphward', exp: 1_790_900_000 }, secrets.sessionKey, {
      algorithm: 'HS256',
    });
    expect(await refusalOf(guard, bearer(text))).toBe('the bearer token lacks a claim');
  });

  it('passes an error of the database on unchanged', async () => {
    const { guard, findOpen } = setUp();
    findOpen.mockRejectedValueOnce(new Error('no database'));
    await expect(guard.canActivate(contextOf(bearer(issue())))).rejects.toThrow('no database');
  });
});
