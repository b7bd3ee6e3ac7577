import { namesOf } from '../base/values/names-of.js';

/** The permissions and their meaning. Every route names exactly one of them or is public (docs/permissions.md). */
export const permissions = {
  'self:manage': 'manage the own account, its password and pictures, log out, revoke tokens',
  'graph:read': 'read the graph, its data quality, findings, asset groups and custom nodes',
  'graph:write': 'write asset groups and custom nodes, and accept risks',
  'graph:delete': 'delete nodes and edges of the graph',
  'providers:read': 'read identity providers',
  'providers:manage': 'create, change and delete identity providers',
  'collection:read': 'read collection clients, events and jobs',
  'collection:manage': 'write collection clients, events and jobs',
  'ingest:write': 'upload collector files',
  'users:manage': 'manage accounts, and tokens of others',
  'tokens:manage-own': 'manage the own API tokens',
  'audit:read': 'read the audit log',
  'metrics:read': 'read the metrics of the service',
  'queries:run': 'run queries in Cypher',
  'queries:read': 'read own and shared saved queries, and queries of the service',
  'queries:write': 'save queries, change and delete the own ones, share pictures',
  'plans:write': 'keep plans of fixes, change their steps and delete them',
  'alerts:read': 'read alert rules and alert channels',
  'alerts:manage': 'write alert rules and alert channels, and read deliveries',
  'reports:write': 'write reports, and make documents of what the account may see',
  'collector:call': 'take jobs and send collected data, as a collection client',
  'accounts:provision': 'manage the accounts of one identity provider by SCIM, as that provider',
} as const;

export type Permission = keyof typeof permissions;

export const permissionNames = namesOf(permissions);

export const roles = ['administrator', 'power_user', 'user', 'auditor', 'read_only', 'upload_only'] as const;
export type Role = (typeof roles)[number];

/** The numbers by which providers name the role of new accounts. */
export const roleIds: Readonly<Record<Role, number>> = {
  administrator: 1,
  user: 2,
  read_only: 3,
  upload_only: 4,
  power_user: 5,
  auditor: 6,
};

export function roleOfId(id: unknown): Role | undefined {
  return roles.find((role) => roleIds[role] === id);
}

const reader: readonly Permission[] = ['self:manage', 'graph:read', 'queries:run', 'queries:read', 'tokens:manage-own'];

/** The only permission of collection clients, and the one of identity providers. No account has them. */
const ofPrograms: ReadonlySet<Permission> = new Set(['collector:call', 'accounts:provision']);

const table: Readonly<Record<Role, readonly Permission[]>> = {
  administrator: permissionNames.filter((name) => !ofPrograms.has(name)),
  power_user: [
    ...reader,
    'graph:write',
    'queries:write',
    'plans:write',
    'providers:read',
    'collection:read',
    'collection:manage',
    'ingest:write',
    'metrics:read',
    'alerts:read',
    'reports:write',
  ],
  user: [...reader, 'queries:write', 'plans:write', 'reports:write', 'collection:read', 'ingest:write'],
  auditor: [
    'self:manage',
    'graph:read',
    'queries:run',
    'queries:read',
    'providers:read',
    'collection:read',
    'audit:read',
    'metrics:read',
    'alerts:read',
  ],
  read_only: reader,
  upload_only: ['self:manage', 'ingest:write'],
};

const sets = new Map<Role, ReadonlySet<Permission>>(roles.map((role) => [role, new Set(table[role])]));
const none: ReadonlySet<Permission> = new Set();

export function permissionsOf(role: Role): ReadonlySet<Permission> {
  return sets.get(role) ?? none;
}

export const clientPermissions: ReadonlySet<Permission> = new Set(['collector:call']);

export const provisioningPermissions: ReadonlySet<Permission> = new Set(['accounts:provision']);

/** The most that a reading key may do. */
export const readingPermissions: ReadonlySet<Permission> = new Set(['graph:read', 'queries:run', 'queries:read']);

/** A session with an expired password, or without a second factor that REQUIRE_MFA asks for, may only change that. */
export const limitedPermissions: ReadonlySet<Permission> = new Set(['self:manage']);

/** Of the roles whose accounts may be limited to environments. */
export const limitableRoles: readonly Role[] = ['user', 'read_only'];

/** Their handlers answer from the graph, so each says whether it answers limited accounts. */
export const graphPermissions: readonly Permission[] = ['graph:read', 'queries:run'];

/** An account that sees a part of the graph has no others, whatever its role. */
const ofLimitedAccounts: readonly Permission[] = [
  'self:manage',
  'graph:read',
  'tokens:manage-own',
  'queries:run',
  'queries:read',
  'queries:write',
];

const limitedSets = new Map<Role, ReadonlySet<Permission>>(
  roles.map((role) => [role, new Set(table[role].filter((name) => ofLimitedAccounts.includes(name)))]),
);

/** @param isLimited whether the account sees a part of the graph */
export function permissionsOfAccount(role: Role, isLimited: boolean): ReadonlySet<Permission> {
  return (isLimited ? limitedSets.get(role) : sets.get(role)) ?? none;
}

export function isRole(text: string): text is Role {
  return roles.some((role) => role === text);
}
