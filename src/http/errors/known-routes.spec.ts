import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { KnownRoutes } from './known-routes.js';

const paths = [
  '/api/v2/self',
  '/api/v2/users/:object_id',
  '/api/v2/users/:object_id/admin-rights',
  '/api/v2/custom-nodes',
  '/api/v2/custom-nodes/:kind_name',
  '/metrics',
  '/',
];
const routes = new KnownRoutes([
  ...paths.map((path) => ({ method: 'GET', path })),
  { method: 'POST', path: '/api/v2/custom-nodes' },
  { method: 'DELETE', path: '/api/v2/:anything/known' },
]);

describe('the methods of a path', () => {
  it.each([
    ['/api/v2/self', ['GET', 'HEAD']],
    ['/API/V2/Self/', ['GET', 'HEAD']],
    ['/api/v2/custom-nodes', ['GET', 'HEAD', 'POST']],
    ['/api/v2/users/S-1', ['GET', 'HEAD']],
    ['/api/v2/users/known', ['DELETE', 'GET', 'HEAD']],
    ['/api/v2/groups/known', ['DELETE']],
    ['/', ['GET', 'HEAD']],
    ['/api/v2/users', []],
    ['/api/v2/users//admin-rights', []],
    ['/api/v2/selfs', []],
  ])('%s', (path, methods) => {
    expect(routes.methodsOf(path)).toEqual(methods);
  });
});

describe('the most similar path', () => {
  it.each([
    ['/api/v2/sel', '/api/v2/self'],
    ['/api/v2/slef', '/api/v2/self'],
    ['/api/v2/selff', '/api/v2/self'],
    ['/api/v2/slfx', undefined],
    ['/self', '/api/v2/self'],
    ['/api/v2/user/S-1/admin-rigths', '/api/v2/users/S-1/admin-rights'],
    ['/api/v2/user/S-1/amdin-rigths', undefined],
    ['/api/v2/user/S-1/admin-right', '/api/v2/users/S-1/admin-rights'],
    ['/api/v2/USERS/S-1/adminrights', '/api/v2/users/S-1/admin-rights'],
    ['/api/v2/customnodes/', '/api/v2/custom-nodes'],
    ['/metric', '/metrics'],
    ['/api/v3/self', '/api/v2/self'],
    ['/api/v2/nothing', undefined],
    ['/x', undefined],
  ])('of %s', (path, closest) => {
    expect(routes.closestTo(path)).toBe(closest);
  });

  it('is found for any letter that is missing in a word of the path', () => {
    const word = fc.constantFrom('users', 'admin-rights');
    fc.assert(
      fc.property(word, fc.nat(), (text, at) => {
        const cut = text.slice(0, at % text.length) + text.slice((at % text.length) + 1);
        expect(routes.closestTo(`/api/v2/users/S-1/admin-rights`.replace(text, cut))).toBe(
          '/api/v2/users/S-1/admin-rights',
        );
      }),
    );
  });
});
