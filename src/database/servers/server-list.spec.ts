import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { serverList } from './server-list.js';

describe('serverList', () => {
  it('has a URL for each host', () => {
    expect(
      serverList('postgres://u:p%40,@a:1,[::1]:2,c/db?sslmode=disable&target_session_attrs=read-write&x=1'),
    ).toEqual({
      urls: ['a:1', '[::1]:2', 'c'].map((host) => `postgres://u:p%40,@${host}/db?sslmode=disable&x=1`),
      attributes: 'read-write',
    });
  });

  it.each([
    'postgres://u@a:5432/db',
    'postgresql://u:p@%2Fvar%2Frun/db?x=1',
    'postgres://u:a@b,c@host/db',
    'postgres:///db?host=/run',
  ])('leaves %s as it is', (url) => {
    expect(serverList(url)).toEqual({ urls: [url], attributes: 'any' });
  });

  it.each([
    [
      'postgres://a/db?target_session_attrs=writable',
      'target_session_attrs takes one of any, read-write, read-only, primary, standby',
    ],
    [
      'postgres://a/db?target_session_attrs=any&target_session_attrs=any',
      'target_session_attrs takes one of any, read-write, read-only, primary, standby',
    ],
    ['postgres://a,,b/db', 'it names a host that is empty'],
    ['mysql://a/db', 'it is no URL such as postgres://user:password@host:5432/database'],
  ])('refuses %s', (url, message) => {
    expect(() => serverList(url)).toThrow(message);
  });

  it('reads what was joined', () => {
    const host = fc.stringMatching(/^[a-z0-9.-]{1,20}(:[0-9]{1,5})?$/);
    const hosts = fc.array(host, { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(hosts, fc.constantFrom('', 'u@', 'u:p,w@'), fc.constantFrom('', '?a=b'), (names, user, query) => {
        const { urls } = serverList(`postgres://${user}${names.join(',')}/db${query}`);
        expect(urls).toEqual(names.map((name) => `postgres://${user}${name}/db${query}`));
      }),
    );
  });
});
