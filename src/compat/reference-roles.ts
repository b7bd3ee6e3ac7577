import { roleIds } from '../auth/permissions.js';

/** Our roles with the ids, names and descriptions that the reference product gives to its own. */
export const referenceRoles = [
  { id: roleIds.administrator, role: 'administrator', name: 'Administrator', description: 'May do everything' },
  { id: roleIds.user, role: 'user', name: 'User', description: 'Reads the graph and uploads files' },
  { id: roleIds.read_only, role: 'read_only', name: 'Read-Only', description: 'Reads the graph' },
  { id: roleIds.upload_only, role: 'upload_only', name: 'Upload-Only', description: 'Uploads files and reads nothing' },
  {
    id: roleIds.power_user,
    role: 'power_user',
    name: 'Power User',
    description: 'Writes the graph and manages collection',
  },
  {
    id: roleIds.auditor,
    role: 'auditor',
    name: 'Auditor',
    description: 'Reads the graph, the configuration and the audit log',
  },
] as const;

export type ReferenceRole = (typeof referenceRoles)[number];

/**
 * The permissions of the reference product, each with the permission of ours that implies it. Ids are positions, so new ones are appended.
 * `metrics:read` and those of alerts have no counterpart.
 */
export const referencePermissions = [
  ['app:ReadAppConfig', 'graph:read'],
  ['app:WriteAppConfig', 'users:manage'],
  ['risks:GenerateReport', 'graph:read'],
  ['risks:ManageRisks', 'graph:write'],
  ['audit_log:Read', 'audit:read'],
  ['auth:AcceptEULA', 'self:manage'],
  ['auth:CreateToken', 'tokens:manage-own'],
  ['auth:ManageAppConfig', 'users:manage'],
  ['auth:ManageProviders', 'providers:manage'],
  ['auth:ManageSelf', 'self:manage'],
  ['auth:ManageUsers', 'users:manage'],
  ['auth:ReadUsers', 'users:manage'],
  ['clients:Manage', 'collection:manage'],
  ['clients:Read', 'collection:read'],
  ['clients:Tasking', 'collector:call'],
  ['collection:ReadJobs', 'collection:read'],
  ['collection:ManageJobs', 'collection:manage'],
  ['graphdb:Ingest', 'ingest:write'],
  ['graphdb:Read', 'graph:read'],
  ['graphdb:Write', 'graph:write'],
  ['saved_queries:Read', 'queries:read'],
  ['saved_queries:Write', 'queries:write'],
  ['db:Wipe', 'graph:delete'],
  ['auth:ReadProviders', 'providers:read'],
  ['graphdb:IngestManage', 'ingest:write'],
  ['graphdb:IngestRead', 'ingest:write'],
  ['opengraph:Write', 'graph:write'],
].map(([text = '', impliedBy = ''], index) => {
  const [authority = '', name = ''] = text.split(':');
  return { id: index + 1, authority, name, impliedBy };
});

export type ReferencePermission = (typeof referencePermissions)[number];

/** @param held permissions of ours */
export function referencePermissionsOf(held: ReadonlySet<unknown>): ReferencePermission[] {
  return referencePermissions.filter(({ impliedBy }) => held.has(impliedBy));
}
