import { describe, expect, it } from '@jest/globals';
import { parseAuthorization } from './authorization-header.js';
import { isFromThisMachine } from './loopback.js';

describe('parseAuthorization', () => {
  it('gives the scheme in lower case and the credentials as they are', () => {
    expect(parseAuthorization('BEARER aB.c_-')).toEqual({ scheme: 'bearer', credentials: 'aB.c_-' });
  });

  it.each([undefined, '', 'Bearer', 'Bearer ', ' Bearer x', 'Bearer  x', 'Bearer x y', 'Bearer x,Bearer y', 'a/b x'])(
    'refuses %p',
    (header) => {
      expect(parseAuthorization(header)).toBeUndefined();
    },
  );
});

const at = (remoteAddress: string, headers = {}) => ({ socket: { remoteAddress }, headers }) as never;

describe('isFromThisMachine', () => {
  it.each(['127.0.0.1', '127.8.9.10', '::1', '::ffff:127.0.0.1'])('takes %s for this machine', (address) => {
    expect(isFromThisMachine(at(address))).toBe(true);
  });

  it.each(['10.0.0.1', '::ffff:10.0.0.1', '128.0.0.1', ''])('takes %p for another', (address) => {
    expect(isFromThisMachine(at(address))).toBe(false);
  });

  it.each(['forwarded', 'x-forwarded-for', 'via'])('does not believe a proxy on this machine, known by %s', (name) => {
    expect(isFromThisMachine(at('127.0.0.1', { [name]: '127.0.0.1' }))).toBe(false);
  });
});
