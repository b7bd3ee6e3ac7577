import { describe, expect, it } from '@jest/globals';
import { bearer, contextOf, issue, refusalOf, requestWith, setUp } from './credentials.fixture.js';

describe('CredentialsGuard', () => {
  it('ignores credentials on public routes', () => {
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
    expect(anonymous).toHaveBeenCalledWith(expect.objectContaining({ ip: '10.0.0.9' }));
  });

  it('refuses calls without credentials, except calls from this machine to a route that allows them', async () => {
    const { guard } = setUp();
    const here = requestWith({ Host: 'localhost:8080' }, { socket: { remoteAddress: '127.0.0.1' } });
    expect(await refusalOf(guard, requestWith({}))).toBe('there are no credentials');
    expect(await refusalOf(guard, here)).toBe('there are no credentials');
    expect(await refusalOf(guard, requestWith({}), 'metrics')).toBe('there are no credentials');
    expect(guard.canActivate(contextOf(here, 'metrics'))).toBe(true);
  });
});

describe('several Authorization headers', () => {
  it('are refused, because Node returns only the first one and a proxy may use another', async () => {
    const { guard } = setUp();
    const request = bearer(issue());
    expect(await guard.canActivate(contextOf(request))).toBe(true);
    const rawHeaders = [...request.rawHeaders, 'authorization', 'Bearer x'];
    const twice = requestWith({ Authorization: request.headers.authorization! }, { rawHeaders });
    expect(await refusalOf(guard, twice)).toBe('there are several Authorization headers');
  });
});
