import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { cookiesNamed } from './cookie-header.js';

describe('cookiesNamed', () => {
  it.each([
    [undefined, []],
    ['', []],
    ['session=a.b-c', ['a.b-c']],
    ['other=x; session=a; session2=y', ['a']],
    ['session=a;session=b', ['a', 'b']],
    ['Session=a; session', []],
    ['session=', ['']],
    ['session=a=b ; x', ['a=b']],
  ])('reads %p', (header, values) => {
    expect(cookiesNamed('session', header)).toEqual(values);
  });

  it('finds each cookie of the name among any others, in their order', () => {
    const text = fc.stringMatching(/^[\w.-]{1,8}$/);
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.oneof(fc.constant('session'), text), text)), (pairs) => {
        const header = pairs.map(([name, value]) => `${name}=${value}`).join('; ');
        const values = pairs.flatMap(([name, value]) => (name === 'session' ? [value] : []));
        expect(cookiesNamed('session', header)).toEqual(values);
      }),
    );
  });
});
