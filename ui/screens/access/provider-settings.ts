import type { SsoProviderDto } from '../../api/schema.js';
import type { Field } from '../../base/field.js';
import type { Values } from '../../base/form.js';
import { roleName } from './roles.js';

/** The numbers of roles in the configuration of providers. */
const roles = [
  ['3', 'read_only'],
  ['2', 'user'],
  ['5', 'power_user'],
  ['6', 'auditor'],
  ['4', 'upload_only'],
  ['1', 'administrator'],
] as const;

const role = 'config.auto_provision.default_role_id';

/** The names of all fields are paths in the body. */
export const provisioning: readonly Field[] = [
  {
    name: 'config.auto_provision.enabled',
    label: 'Create an account at the first login of an unknown person',
    kind: 'check',
  },
  { name: role, label: 'Role of new accounts', kind: 'choice', choices: roles.map(([id, it]) => [id, roleName(it)]) },
  {
    name: 'config.auto_provision.role_provision',
    label: 'The provider decides the role, at each login',
    kind: 'check',
  },
];

export const newProvider: Values = {
  'config.auto_provision.enabled': false,
  [role]: '3',
  'config.auto_provision.role_provision': false,
};

export const providerName: Field = { name: 'name', label: 'Name', isRequired: true };

export const ofClient: readonly Field[] = [
  { name: 'issuer', label: 'Issuer', isRequired: true, note: 'Such as https://login.example/realms/corp' },
  { name: 'client_id', label: 'Client id', isRequired: true },
];

const ofOidc: readonly Field[] = [
  ...ofClient,
  { name: 'client_secret', label: 'New client secret', kind: 'password', note: 'Empty: as it is.' },
  { name: 'removes_secret', label: 'Remove the client secret: PKCE alone protects the login', kind: 'check' },
  { name: 'config.trust_email', label: 'E-mail addresses count without email_verified', kind: 'check' },
];

const ofSaml: readonly Field[] = [
  { name: 'config.require_signed_response', label: 'The Response has to be signed, too', kind: 'check' },
  { name: 'config.allow_idp_initiated', label: 'A login may begin at the provider', kind: 'check' },
];

const ofBoth: readonly Field[] = [
  {
    name: 'principal_attribute_mappings',
    label: 'Attributes with the name of the account',
    kind: 'lines',
    note: 'One a line; the first that is present counts. None: the usual ones.',
  },
  {
    name: 'config.subject',
    label: 'Attribute with the stable id of a person',
    note: 'Empty: the one of the protocol. NameID: the NameID of SAML, whatever its format.',
  },
  { name: 'config.role_claim', label: 'Attribute with the role', note: 'Empty: the usual one.' },
  {
    name: 'config.allow_administrator',
    label: 'The provider may make administrators',
    kind: 'check',
  },
  { name: 'config.require.claim', label: 'Attribute that decides who may log in', note: 'Empty: everybody.' },
  {
    name: 'config.require.any_of',
    label: 'Its values that may log in',
    kind: 'lines',
    note: 'One a line; a person needs one of them.',
  },
  {
    name: 'config.group_roles',
    label: 'Roles of groups that the provider tells of by SCIM',
    kind: 'lines',
    note: 'One a line, such as Graph analysts = user. The first line that fits an account counts.',
  },
];

export function settingsOf(type: SsoProviderDto['type']): readonly Field[] {
  return [providerName, ...(type === 'OIDC' ? ofOidc : ofSaml), ...provisioning, ...ofBoth];
}

/** What the fields of {@link settingsOf} have before anything is entered. */
export function storedSettings({ type, name, details = {}, config }: SsoProviderDto): Values {
  const { auto_provision: auto, require, group_roles: groups = [], ...rest } = config ?? {};
  const { issuer, client_id, principal_attribute_mappings } = details;
  const own = type === 'OIDC' ? { issuer, client_id } : {};
  return {
    name,
    ...own,
    principal_attribute_mappings,
    ...Object.fromEntries(Object.entries(rest).map(([key, value]) => [`config.${key}`, value])),
    'config.auto_provision.enabled': auto?.enabled,
    [role]: String(auto?.default_role_id),
    'config.auto_provision.role_provision': auto?.role_provision,
    'config.require.claim': require?.claim,
    'config.require.any_of': require?.any_of,
    'config.group_roles': groups.map((it) => `${it.group} = ${it.role}`),
  };
}

/** The body of what has been entered. Empty texts are absent settings. */
export function bodyOf(values: Values): Values {
  const { removes_secret: removes, client_secret: secret, ...rest } = values;
  const { 'config.require.claim': claim, 'config.require.any_of': anyOf, 'config.group_roles': groups } = rest;
  const settings: Values = {
    ...rest,
    [role]: Number(values[role]),
    ...(claim === undefined ? {} : { 'config.require': claim ? { claim, any_of: anyOf ?? [] } : null }),
    ...(Array.isArray(groups) && { 'config.group_roles': groups.map((it) => groupRole(String(it))) }),
    ...(secret ? { client_secret: secret } : {}),
    ...(removes === true && { client_secret: null }),
  };
  const optional = ['config.subject', 'config.role_claim'];
  const entries = Object.entries(settings).filter(([path]) => !path.startsWith('config.require.'));
  return nested(entries.map(([path, value]) => [path, optional.includes(path) ? value || null : value]));
}

function groupRole(line: string) {
  const end = line.lastIndexOf('=');
  return { group: line.slice(0, Math.max(end, 0)).trim(), role: line.slice(end + 1).trim() };
}

/** Objects whose properties are the parts of the paths. */
function nested(entries: readonly (readonly [path: string, value: unknown])[]): Values {
  const heads = new Set(entries.map(([path]) => path.split('.', 1)[0] ?? ''));
  return Object.fromEntries(
    [...heads].map((head) => {
      const own = entries.find(([path]) => path === head);
      const below = entries.flatMap(([path, value]) =>
        path.startsWith(`${head}.`) ? [[path.slice(head.length + 1), value] as const] : [],
      );
      return [head, own ? own[1] : nested(below)];
    }),
  );
}
