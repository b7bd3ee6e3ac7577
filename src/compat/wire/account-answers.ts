import { deletion, integer, listOf, nullableText, objectOf, text, time } from './schemas.js';
import { referencePermissionsOf, referenceRoles } from '../reference-roles.js';
import { always, conversion, derived, from, made } from './conversion.js';
import { isJsonObject } from '../../base/values/json-object.js';
import { neverDeleted, timeOrNull, zeroTimes } from './values.js';

export const nothing = { ...nullableText, description: 'Always null.' } as const;

const times = { created_at: time, updated_at: time, deleted_at: deletion };
const permissions = listOf(objectOf({ id: integer, authority: text, name: text, ...times }));
const role = { id: integer, name: text, description: text, permissions, ...times };

function roleOf({ role: name, permissions: all }: Readonly<Record<string, unknown>>) {
  const known = referenceRoles.find((it) => it.role === name);
  const held = referencePermissionsOf(new Set(Array.isArray(all) ? all : []));
  return {
    id: known?.id ?? 0,
    name: known?.name ?? name,
    description: known?.description ?? '',
    permissions: held.map((it) => ({ id: it.id, authority: it.authority, name: it.name, ...zeroTimes })),
    ...zeroTimes,
  };
}

/** Replaces all properties. */
export const roleAnswer = Object.assign(roleOf, { form: () => role });

/** There is no second factor and no agreement. */
export const selfAnswer = conversion(['environments', 'sees_nodes_of_none'], {
  principal_name: from('name'),
  // The page of the reference product joins both names, so neither is null.
  first_name: made(text, ({ name, first_name: first, last_name: last }) => first ?? (last === null ? name : '')),
  last_name: made(text, ({ last_name: last }) => last ?? ''),
  email_address: from('email'),
  roles: made(listOf(objectOf(role)), (account) => [roleOf(account)]),
  all_environments: made({ type: 'boolean' }, ({ environments }) => !Array.isArray(environments)),
  environment_targeted_access_control: made(
    objectOf({ environments: listOf(objectOf({ environment_id: text })) }),
    ({ environments }) => ({
      environments: Array.isArray(environments) ? environments.map((environment_id) => ({ environment_id })) : [],
    }),
  ),
  AuthSecret: always(nothing, null),
  saml_provider_id: from('sso_provider_id'),
  eula_accepted: always({ type: 'boolean' }, true),
  deleted_at: always(deletion, neverDeleted),
});

const ofEveryProvider = {
  created_at: time,
  updated_at: time,
  deleted_at: deletion,
  sso_provider_id: { type: ['integer', 'null'] },
};

const ofSaml = {
  ...Object.fromEntries(['name', 'display_name', 'idp_issuer_uri', 'idp_sso_uri'].map((it) => [it, text])),
  ...Object.fromEntries(['sp_issuer_uri', 'sp_sso_uri', 'sp_metadata_uri', 'sp_acs_uri'].map((it) => [it, text])),
  principal_attribute_mappings: listOf(text),
};

const ofOidc = { client_id: text, issuer: text };

/** The reference product answers with the details of a provider alone. */
function detailsAnswer(properties: Readonly<Record<string, object>>) {
  const details = Object.entries({ ...ofEveryProvider, ...properties }).map(([name, schema]) => [
    name,
    made(schema, ({ details: all }) => (isJsonObject(all) ? (all[name] ?? null) : null)),
  ]);
  const replaced = ['name', 'type', 'slug', 'enabled', 'details', 'config', 'certificates'];
  return conversion(replaced, Object.fromEntries(details));
}

export const samlDetailsAnswer = detailsAnswer(ofSaml);
export const oidcDetailsAnswer = detailsAnswer(ofOidc);

/** The properties of the other kind are null. */
export const providerDetailsAnswer = detailsAnswer(
  Object.fromEntries(
    Object.entries({ ...ofSaml, ...ofOidc }).map(([name, it]) => [name, { ...it, type: [it.type, 'null'] }]),
  ),
);

const signing = {
  hmac_method: always(text, 'hmac-sha2-256'),
  created_by: always(nothing, null),
  deleted_at: always(deletion, neverDeleted),
};

/** The key is present only in the answer that creates the token. */
export const tokenAnswer = conversion(['grace_until'], {
  key: made(text, ({ key }) => key ?? ''),
  ...signing,
  expires_at: made({ ...nullableText, format: 'date-time' }, (token) =>
    'expires_at' in token ? timeOrNull(token['expires_at']) : undefined,
  ),
});

const now = made(time, () => new Date().toISOString());

/** The token of a collection client, created for this answer. */
export const clientTokenAnswer = conversion([], {
  ...signing,
  user_id: always(nothing, null),
  name: always(nothing, null),
  created_at: now,
  updated_at: now,
  last_access: now,
});

export const auditAnswer = conversion(['at', 'actor', 'account_id', 'outcome', 'details', 'resource'], {
  created_at: from('at'),
  actor_id: from('account_id'),
  actor_name: from('actor'),
  actor_email: always(nothing, null),
  fields: derived(
    ({ details, resource }) => ({ ...(isJsonObject(details) && details), properties: { resource } }),
    ({ details, resource }) => ({ ...(isJsonObject(details) && details), resource }),
  ),
  source_ip_address: always(text, ''),
  commit_id: always(nothing, null),
  status: from('outcome'),
});
