import { describe, expect, it } from '@jest/globals';
import { parseAuthorization } from './authorization-header.js';

describe('parseAuthorization', () => {
  it('returns the scheme in lower case and the credentials unchanged', () => {
    expect(parseAuthorization('BEARER aB.c_-')).toEqual({ scheme: 'bearer', credentials: 'aB.c_-' });
  });

  it.each([undefined, '', 'Bearer', 'Bearer ', ' Bearer x', 'Bearer  x', 'Bearer x y', 'Bearer x,Bearer y', 'a/b x'])(
    'refuses %p',
    (header) => {
      expect(parseAuthorization(header)).toBeUndefined();
    },
  );
});
