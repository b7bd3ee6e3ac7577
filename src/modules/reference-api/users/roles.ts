import { type Permission, permissionNames, type Role } from '../../../auth/permissions.js';

export interface ReferenceRole {
  readonly id: number;
  readonly role: Role;
  readonly name: string;
  readonly description: string;
}

/** Ids and names as in an installation of the reference product. */
export const referenceRoles: readonly ReferenceRole[] = [
  { id: 1, role: 'administrator', name: 'Administrator', description: 'May do everything' },
  { id: 2, role: 'user', name: 'User', description: 'Reads the graph and uploads files' },
  { id: 3, role: 'read_only', name: 'Read-Only', description: 'Reads the graph' },
  { id: 4, role: 'upload_only', name: 'Upload-Only', description: 'Uploads files and reads nothing' },
  { id: 5, role: 'power_user', name: 'Power User', description: 'Writes the graph and manages collection' },
  { id: 6, role: 'auditor', name: 'Auditor', description: 'Reads the graph, the configuration and the audit log' },
];

export const roleIdAllowed = `the id of one role: ${referenceRoles.map(({ id, name }) => `${id} (${name})`).join(', ')}`;

export function roleOfId(id: unknown): Role | undefined {
  return referenceRoles.find((it) => it.id === id)?.role;
}

export interface ReferencePermission {
  readonly id: number;
  readonly permission: Permission;
  readonly authority: string;
  readonly name: string;
}

/** Ours, numbered in their order: `graph:read` is the name `read` of the authority `graph`. */
export const referencePermissions: readonly ReferencePermission[] = permissionNames.map((permission, index) => {
  const [authority = '', name = ''] = permission.split(':');
  return { id: index + 1, permission, authority, name };
});
