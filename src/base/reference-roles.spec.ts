import { describe, expect, it } from '@jest/globals';
import { permissionNames, roles } from '../auth/permissions.js';
import { referencePermissions, referenceRoles } from './reference-roles.js';

describe('the numbers of the reference product', () => {
  it('cover all permissions and all roles', () => {
    expect(referencePermissions.map(({ permission }) => permission).toSorted()).toEqual(permissionNames.toSorted());
    expect(referenceRoles.map(({ role }) => role).toSorted()).toEqual(roles.toSorted());
  });
});
