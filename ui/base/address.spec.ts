import { expect, it } from '@jest/globals';
import { match } from './address.js';

it('finds the decoded parts of a path', () => {
  expect(match('/', '/')).toEqual({});
  expect(match('/o/:id', '/o/HALDEN.EXAMPLE-S-1-5-32-544')).toEqual({ id: 'HALDEN.EXAMPLE-S-1-5-32-544' });
  expect(match('/o/:id', '/o/a%2Fb%20%C3%A9')).toEqual({ id: 'a/b é' });
});

it('refuses other paths, and those that cannot be decoded', () => {
  expect(['/o', '/o/1/2', '/p/1', '/o/%zz'].map((path) => match('/o/:id', path))).toEqual([null, null, null, null]);
});
