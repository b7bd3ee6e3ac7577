/**
 * Our roles with the ids, names and descriptions that the reference product gives to its own. Used under COMPAT only: by the answers in
 * src/http/compat and by the operations in src/modules/reference-api.
 */
export const referenceRoles = [
  { id: 1, role: 'administrator', name: 'Administrator', description: 'May do everything' },
  { id: 2, role: 'user', name: 'User', description: 'Reads the graph and uploads files' },
  { id: 3, role: 'read_only', name: 'Read-Only', description: 'Reads the graph' },
  { id: 4, role: 'upload_only', name: 'Upload-Only', description: 'Uploads files and reads nothing' },
  { id: 5, role: 'power_user', name: 'Power User', description: 'Writes the graph and manages collection' },
  { id: 6, role: 'auditor', name: 'Auditor', description: 'Reads the graph, the configuration and the audit log' },
] as const;

export type ReferenceRole = (typeof referenceRoles)[number];

/** Our permissions with ids. New ones are appended, so that ids stay. `graph:read` is the name `read` of the authority `graph`. */
export const referencePermissions = [
  'self:manage',
  'graph:read',
  'graph:write',
  'graph:delete',
  'providers:read',
  'providers:manage',
  'collection:read',
  'collection:manage',
  'ingest:write',
  'users:manage',
  'tokens:manage-own',
  'audit:read',
  'metrics:read',
  'queries:read',
  'queries:write',
  'collector:call',
].map((permission, index) => {
  const [authority = '', name = ''] = permission.split(':');
  return { id: index + 1, permission, authority, name };
});

export type ReferencePermission = (typeof referencePermissions)[number];
