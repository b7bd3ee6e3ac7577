import { call, formCall } from '../../api/call.js';
import type { SsoProviderDto } from '../../api/schema.js';
import type { Field } from '../../base/field.js';
import { Change, type Values } from '../../base/form.js';
import { moment } from '../../base/format.js';
import { Heading } from '../../base/parts.js';
import { Ask } from '../../base/states.js';
import { type Column, SmallTable } from '../../table/table.js';
import { roleName } from './roles.js';

const permission = 'providers:manage';

/** Milliseconds before the end of a certificate from which on the page warns. */
const NOTICE_MS = 30 * 86_400_000;

/** The numbers of roles in the configuration of providers. */
const roles = [
  ['3', 'read_only'],
  ['2', 'user'],
  ['5', 'power_user'],
  ['6', 'auditor'],
  ['4', 'upload_only'],
] as const;

const name: Field = { name: 'name', label: 'Name', isRequired: true };

const metadata: Field = {
  name: 'metadata',
  label: 'Metadata of the provider (XML)',
  control: (_, onChange) => (
    <input
      type="file"
      accept=".xml,text/xml"
      aria-label="Metadata of the provider (XML)"
      required
      onChange={({ currentTarget: { files } }) => onChange(files?.[0])}
    />
  ),
};

const provisioning: readonly Field[] = [
  { name: 'enabled', label: 'Create an account at the first login of an unknown person', kind: 'check' },
  {
    name: 'default_role_id',
    label: 'Role of new accounts',
    kind: 'choice',
    choices: roles.map(([id, role]) => [id, roleName(role)] as const),
  },
  { name: 'role_provision', label: 'The provider decides the role, at each login', kind: 'check' },
];

export function View() {
  return (
    <>
      <Heading text="Identity providers" />
      <p class="muted">People log in by SAML or OpenID Connect. The accounts of a provider have no password.</p>
      <div class="row">
        <Change
          label="Add a SAML provider"
          permission={permission}
          fields={[name, metadata, ...provisioning]}
          values={{ default_role_id: '3' }}
          ask={(values) => formCall('POST /api/v2/sso-providers/saml', { body: formOf(values) })}
        />
        <Change
          label="Add a provider of OpenID Connect"
          permission={permission}
          fields={[
            name,
            { name: 'issuer', label: 'Issuer', isRequired: true, note: 'Such as https://login.example/realms/corp' },
            { name: 'client_id', label: 'Client id', isRequired: true },
            { name: 'client_secret', label: 'Client secret', kind: 'password', note: 'Empty: none, PKCE alone.' },
            ...provisioning,
          ]}
          values={{ default_role_id: '3' }}
          ask={({ client_secret: secret, ...values }) =>
            formCall('POST /api/v2/sso-providers/oidc', {
              body: { ...plain(values), ...configOf(values), ...(secret ? { client_secret: secret } : {}) },
            })
          }
        />
      </div>
      <Ask of={call('GET /api/v2/sso-providers')}>
        {({ data }) =>
          data.length > 0 ? (
            <SmallTable label="Identity providers" columns={columns} rows={data} />
          ) : (
            <p>No provider yet. Everybody logs in by a password.</p>
          )
        }
      </Ask>
    </>
  );
}

const columns: readonly Column<SsoProviderDto>[] = [
  { title: 'Name', cell: ({ name: text }) => <bdi>{text}</bdi>, width: '8rem' },
  { title: 'Type', name: 'type' },
  { title: 'State', cell: ({ enabled }) => (enabled ? 'Enabled' : 'Disabled') },
  { title: 'Callback', cell: ({ slug }) => <code>{`/api/v2/sso/${slug}/callback`}</code>, isExtra: true },
  { title: 'Certificates', cell: (it) => <Certificates {...it} />, width: '10rem' },
  { title: 'Changes', cell: (it) => <Changes {...it} /> },
];

function Certificates({ type, certificates = [] }: SsoProviderDto) {
  if (type === 'OIDC') return 'Read at each login';
  if (certificates.length === 0) return <strong>None: nobody can log in. Send the metadata again.</strong>;
  return (
    <ul class="plain">
      {certificates.map(({ fingerprint, expires_at: end }) => (
        <li key={fingerprint}>{certificateText(end)}</li>
      ))}
    </ul>
  );
}

function certificateText(end: string) {
  const left = Date.parse(end) - Date.now();
  const until = moment(end);
  if (left > NOTICE_MS) return `Until ${until}`;
  return <strong>{left > 0 ? `Ends soon: ${until}` : `Ended: ${until}`}</strong>;
}

function Changes({ id, name: about, type, enabled = false, config }: SsoProviderDto) {
  const shared = { about, permission } as const;
  const path = { sso_provider_id: id };
  const patch = (body: unknown) => formCall('PATCH /api/v2/sso-providers/{sso_provider_id}', { path, body });
  const {
    enabled: provisions = false,
    default_role_id: role = 3,
    role_provision: decides = false,
  } = config?.auto_provision ?? {};
  return (
    <div class="row">
      <Change {...shared} label={enabled ? 'Disable' : 'Enable'} ask={() => patch({ enabled: !enabled })} />
      <Change
        {...shared}
        label="Change"
        fields={provisioning}
        values={{ enabled: provisions, default_role_id: String(role), role_provision: decides }}
        ask={(values) => patch(configOf(values))}
      />
      {type === 'SAML' && (
        <Change
          {...shared}
          label="New metadata"
          note="Issuer, address and certificates are replaced. All certificates of the metadata count."
          fields={[metadata]}
          ask={(values) => patch(formOf(values))}
        />
      )}
      <Change
        {...shared}
        label="Delete"
        note="Its accounts stay. They cannot log in until they have a password or another provider."
        isDanger
        ask={() => call('DELETE /api/v2/sso-providers/{sso_provider_id}', { path })}
      />
    </div>
  );
}

function plain({ name: text, issuer, client_id: client }: Values): Values {
  return { name: text, issuer, client_id: client };
}

function configOf({ enabled, default_role_id: role, role_provision: decides }: Values) {
  const flags = { enabled: enabled === true, role_provision: decides === true };
  return { config: { auto_provision: { ...flags, default_role_id: Number(role) } } };
}

/** The metadata keeps its bytes. Absent values are left out. */
function formOf({ name: text, metadata: file, ...values }: Values): FormData {
  const form = new FormData();
  if (typeof text === 'string') form.append('name', text);
  if (file instanceof File) form.append('metadata', file);
  if (values['default_role_id'] === undefined) return form;
  for (const [key, value] of Object.entries(configOf(values).config.auto_provision))
    form.append(`config.auto_provision.${key}`, String(value));
  return form;
}
