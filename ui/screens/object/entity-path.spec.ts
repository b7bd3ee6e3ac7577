import { expect, it } from '@jest/globals';
import { entityPath, listPath, listsOf } from './entity-path.js';

it('knows where the API has an entity and its lists', () => {
  expect(listPath(entityPath('S-1', 'User'), 'admin-rights')).toBe('/api/v2/users/S-1/admin-rights');
  expect(listPath(entityPath('X', 'QF_Account'), 'controllers')).toBe('/api/v2/base/X/controllers');
  expect(listPath(entityPath('ID', 'AZUser'), 'roles')).toBe(
    '/api/v2/cloud/users?object_id=ID&related_entity_type=roles',
  );
  expect(entityPath('ID', 'AZNew')).toBe('/api/v2/cloud/az-base?object_id=ID');
});

it('reads the lengths of lists', () => {
  const answer = { kinds: [], props: { a: 1 }, adminRights: 653, psRemoteUsers: 0, ous: 3 };
  expect(listsOf(answer)).toEqual([
    ['admin-rights', 653],
    ['ps-remote-users', 0],
    ['ous', 3],
  ]);
});
