import { expect, it } from '@jest/globals';
import { listPath, listsOf } from './entity-lists.js';

it('knows where the API has the lists of an entity', () => {
  expect(listPath('/api/v2/users/S-1', 'admin-rights')).toBe('/api/v2/users/S-1/admin-rights');
  expect(listPath('/api/v2/cloud/users?object_id=ID', 'roles')).toBe(
    '/api/v2/cloud/users?object_id=ID&related_entity_type=roles',
  );
});

it('reads the lengths of lists', () => {
  const answer = { kinds: [], props: { a: 1 }, adminRights: 653, psRemoteUsers: 0, ous: 3 };
  expect(listsOf(answer)).toEqual([
    ['admin-rights', 653],
    ['ps-remote-users', 0],
    ['ous', 3],
  ]);
});
