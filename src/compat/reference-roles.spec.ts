import { describe, expect, it } from '@jest/globals';
import { permissionNames, permissionsOf, roles } from '../auth/permissions.js';
import { referencePermissions, referencePermissionsOf, referenceRoles } from './reference-roles.js';

describe('roles and permissions of the reference product', () => {
  it('cover all roles', () => {
    expect(referenceRoles.map(({ role }) => role).toSorted()).toEqual(roles.toSorted());
  });

  it('follow from all permissions but a few, and from no other', () => {
    const withoutCounterpart = [
      'metrics:read',
      'queries:run',
      'plans:write',
      'alerts:read',
      'alerts:manage',
      'reports:write',
      'accounts:provision',
    ];
    const implying = new Set(referencePermissions.map(({ impliedBy }) => impliedBy));
    expect([...implying, ...withoutCounterpart].toSorted()).toEqual(permissionNames.toSorted());
  });

  it('give an auditor what it may read', () => {
    const names = referencePermissionsOf(permissionsOf('auditor')).map(({ authority, name }) => `${authority}:${name}`);
    expect(names).toEqual([
      'app:ReadAppConfig',
      'risks:GenerateReport',
      'audit_log:Read',
      'auth:AcceptEULA',
      'auth:ManageSelf',
      'clients:Read',
      'collection:ReadJobs',
      'graphdb:Read',
      'saved_queries:Read',
      'auth:ReadProviders',
    ]);
  });
});
