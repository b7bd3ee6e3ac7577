import { referencePermissionsOf, referenceRoles } from '../reference-roles.js';
import { neverDeleted, zeroTimes, timeOrNull } from './values.js';
import type { ReshapeItem } from './lists.js';

export const roleAnswer: ReshapeItem = ({ role, permissions }) => {
  const { id, name, description } = referenceRoles.find((it) => it.role === role) ?? {
    id: 0,
    name: role,
    description: '',
  };
  const held = referencePermissionsOf(new Set(Array.isArray(permissions) ? permissions : []));
  const answered = held.map((it) => ({ id: it.id, authority: it.authority, name: it.name, ...zeroTimes }));
  return { id, name, description, permissions: answered, ...zeroTimes };
};

/** No account logs in through a provider. There is no second factor and no agreement. */
export const selfAnswer: ReshapeItem = (account, asked) => ({
  ...account,
  principal_name: account['name'],
  email_address: account['email'],
  roles: [roleAnswer(account, asked)],
  AuthSecret: null,
  saml_provider_id: null,
  sso_provider_id: null,
  eula_accepted: true,
  deleted_at: neverDeleted,
});

const signing = { hmac_method: 'hmac-sha2-256', created_by: null, deleted_at: neverDeleted };

/** The key is present only in the answer that creates the token. */
export const tokenAnswer: ReshapeItem = (token) => ({
  key: '',
  ...token,
  ...signing,
  ...('expires_at' in token && { expires_at: timeOrNull(token['expires_at']) }),
});

/** The token of a collection client, created for this answer. */
export const clientTokenAnswer: ReshapeItem = (token) => {
  const now = new Date().toISOString();
  return { ...token, ...signing, user_id: null, name: null, created_at: now, updated_at: now, last_access: now };
};

export const auditAnswer: ReshapeItem = ({ at, actor, account_id, outcome, details, resource, ...entry }) => ({
  ...entry,
  created_at: at,
  actor_id: account_id,
  actor_name: actor,
  actor_email: null,
  fields: { ...asObject(details), resource },
  source_ip_address: '',
  commit_id: null,
  status: outcome,
});

function asObject(value: unknown): object {
  return typeof value === 'object' && value !== null ? value : {};
}
