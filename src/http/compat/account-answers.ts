import { neverDeleted, noTimes, timeOrNull } from './values.js';
import type { ReshapeItem } from './lists.js';

/** Roles as an installation of the reference product numbers and names them. */
const roles: ReadonlyMap<unknown, readonly [id: number, name: string, description: string]> = new Map([
  ['administrator', [1, 'Administrator', 'May do everything']],
  ['user', [2, 'User', 'Reads the graph and uploads files']],
  ['read_only', [3, 'Read-Only', 'Reads the graph']],
  ['upload_only', [4, 'Upload-Only', 'Uploads files and reads nothing']],
  ['power_user', [5, 'Power User', 'Writes the graph and manages collection']],
  ['auditor', [6, 'Auditor', 'Reads the graph, the configuration and the audit log']],
]);

/** Our permissions in the order that numbers them; a test keeps it equal to src/auth/permissions.ts. */
export const numberedPermissions: readonly string[] = [
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
  'collector:call',
];

export const roleAnswer: ReshapeItem = ({ role, permissions }) => {
  const [id, name, description] = roles.get(role) ?? [0, role, ''];
  const held = Array.isArray(permissions) ? permissions.map(permissionOf) : [];
  return { id, name, description, permissions: held, ...noTimes };
};

/** `graph:read` is the name `read` of the authority `graph`. */
function permissionOf(permission: unknown) {
  const text = String(permission);
  const [authority, name] = text.split(':');
  return { id: numberedPermissions.indexOf(text) + 1, authority, name, ...noTimes };
}

/** Nobody logs in by a provider, and there is no second factor and no agreement to accept. */
export const selfAnswer: ReshapeItem = (account, asked) => ({
  ...account,
  principal_name: account['name'],
  first_name: null,
  last_name: null,
  email_address: account['email'],
  roles: [roleAnswer(account, asked)],
  AuthSecret: null,
  saml_provider_id: null,
  sso_provider_id: null,
  eula_accepted: true,
  deleted_at: neverDeleted,
});

const signing = { hmac_method: 'hmac-sha2-256', created_by: null, deleted_at: neverDeleted };

/** The key is known when the token is made, and never again. */
export const tokenAnswer: ReshapeItem = (token) => ({
  key: '',
  ...token,
  ...signing,
  ...('expires_at' in token && { expires_at: timeOrNull(token['expires_at']) }),
});

/** The token of a collection client, which was made for this answer. */
export const clientTokenAnswer: ReshapeItem = (token) => {
  const now = new Date().toISOString();
  return { ...token, ...signing, user_id: null, name: null, created_at: now, updated_at: now, last_access: now };
};

export const auditAnswer: ReshapeItem = ({ at, actor, account_id, outcome, details, resource, ...entry }) => ({
  ...entry,
  created_at: at,
  actor_id: account_id,
  actor_name: actor,
  actor_email: '',
  fields: { ...asObject(details), resource },
  source_ip_address: '',
  commit_id: null,
  status: outcome,
});

function asObject(value: unknown): object {
  return typeof value === 'object' && value !== null ? value : {};
}
