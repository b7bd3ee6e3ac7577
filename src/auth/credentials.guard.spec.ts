import { describe, expect, it } from '@jest/globals';
import { bearer, contextOf, issue, refusalOf, requestWith, setUp } from './credentials.fixture.js';

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
    const here = requestWith({ Host: 'localhost:8080' }, { socket: { remoteAddress: '127.0.0.1' } });
    expect(await refusalOf(guard, requestWith({}))).toBe('there are no credentials');
    expect(await refusalOf(guard, here)).toBe('there are no credentials');
    expect(await refusalOf(guard, requestWith({}), 'metrics')).toBe('there are no credentials');
    expect(guard.canActivate(contextOf(here, 'metrics'))).toBe(true);
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
