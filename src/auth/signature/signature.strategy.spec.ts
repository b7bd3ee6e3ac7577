import { Logger } from '@nestjs/common';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { accountId, contextOf, refusalOf, setUp, signed, tokenId } from '../guards/credentials.fixture.js';

beforeAll(() => Logger.overrideLogger(false));

describe('a signed request', () => {
  it('authenticates the account of its token', async () => {
    const { guard } = setUp();
    const request = signed();
    expect(await guard.canActivate(contextOf(request))).toBe(true);
    expect(request.user).toMatchObject({ id: accountId, name: 'alice', tokenId, sessionId: undefined });
    expect(request.state.principalName).toBe('alice');
  });

  it('may have any of the keywords in any case', async () => {
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

  it('is refused from the moment its token expires', async () => {
    const { guard, clock, makeToken } = setUp();
    makeToken({ expiresAt: new Date('2026-10-01T12:00:00.500Z') });
    expect(await guard.canActivate(contextOf(signed()))).toBe(true);
    clock.advance(500);
    expect(await refusalOf(guard, signed())).toMatch(/the token is unknown or has expired/);
  });

  it('is accepted until its token expires by the clock of the database', async () => {
    const { guard, clock, databaseClock, makeToken } = setUp();
    makeToken({ expiresAt: new Date('2026-10-01T12:00:10Z') });
    clock.advance(60_000);
    expect(await guard.canActivate(contextOf(signed()))).toBe(true);
    clock.advance(2000);
    databaseClock.advance(10_000);
    expect(await refusalOf(guard, signed())).toMatch(/the token is unknown or has expired/);
  });

  it('is refused if its key was encrypted with another secret', async () => {
    const { guard, makeToken } = setUp();
    makeToken({ keyEncrypted: Buffer.from('something else altogether, long enough') });
    expect(await refusalOf(guard, signed())).toMatch(/the key of the token can't be opened under this SECRET_KEY/);
  });

  it('is refused before its body is read if the token is unknown', async () => {
    const { guard, tokens } = setUp();
    tokens.clear();
    const request = signed(undefined, { 'Content-Length': '10' });
    expect(await refusalOf(guard, request)).toMatch(/the token is unknown/);
    expect(request.state.wireBody).toBeUndefined();
  });

  it('stores its use once a minute, and is accepted if that fails', async () => {
    const { guard, clock, storeLastAccess } = setUp();
    storeLastAccess.mockRejectedValueOnce(new Error('no database'));
    for (const milliseconds of [0, 59_999, 1]) {
      clock.advance(milliseconds);
      await guard.canActivate(contextOf(signed(clock.now().toISOString())));
    }
    expect(storeLastAccess.mock.calls).toEqual([
      [tokenId, new Date('2026-10-01T12:00:00Z')],
      [tokenId, new Date('2026-10-01T12:01:00Z')],
    ]);
  });
});
