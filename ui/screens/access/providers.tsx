import { call, formCall } from '../../api/call.js';
import type { SsoProviderDto } from '../../api/schema.js';
import type { Field } from '../../base/field.js';
import { Change, useChange, type Values } from '../../base/form.js';
import { moment } from '../../base/format.js';
import { Button, Heading } from '../../base/parts.js';
import { Ask } from '../../base/states.js';
import { type Column, SmallTable } from '../../table/table.js';
import {
  bodyOf,
  newProvider,
  ofClient,
  providerName,
  provisioning,
  settingsOf,
  storedSettings,
} from './provider-settings.js';

const permission = 'providers:manage';

/** Milliseconds before the end of a certificate from which on the page warns. */
const NOTICE_MS = 30 * 86_400_000;

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

export function View() {
  return (
    <>
      <Heading text="Identity providers" />
      <p class="muted">People log in by SAML or OpenID Connect. The accounts of a provider have no password.</p>
      <div class="row">
        <Change
          label="Add a SAML provider"
          permission={permission}
          fields={[providerName, metadata, ...provisioning]}
          values={newProvider}
          ask={(values) => formCall('POST /api/v2/sso-providers/saml', { body: formOf(values) })}
        />
        <Change
          label="Add a provider of OpenID Connect"
          permission={permission}
          fields={[
            providerName,
            ...ofClient,
            { name: 'client_secret', label: 'Client secret', kind: 'password', note: 'Empty: none, PKCE alone.' },
            ...provisioning,
          ]}
          values={newProvider}
          ask={(values) => formCall('POST /api/v2/sso-providers/oidc', { body: bodyOf(values) })}
        />
      </div>
      <Ask of={call('GET /api/v2/sso-providers')}>
        {({ data }) => (
          <>
            {data.some(({ login_refusal: code }) => code === 'sso.no_public_url') && (
              <p class="note">Nobody can log in by a provider yet: the setting PUBLIC_URL is empty.</p>
            )}
            {data.length > 0 ? (
              <SmallTable label="Identity providers" columns={columns} rows={data} />
            ) : (
              <p>No provider yet. Everybody logs in by a password.</p>
            )}
          </>
        )}
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

function Changes(provider: SsoProviderDto) {
  const { id, name: about, type, slug, enabled = false } = provider;
  const shared = { about, permission } as const;
  const path = { sso_provider_id: id };
  const { save, outcome } = useChange();
  const patch = (body: unknown) => formCall('PATCH /api/v2/sso-providers/{sso_provider_id}', { path, body });
  const certificate = call('GET /api/v2/sso-providers/{sso_provider_id}/signing-certificate', { path });
  return (
    <div class="row">
      <Change {...shared} label={enabled ? 'Disable' : 'Enable'} ask={() => patch({ enabled: !enabled })} />
      <Change
        {...shared}
        label="Change"
        fields={settingsOf(type)}
        values={storedSettings(provider)}
        ask={(values) => patch(bodyOf(values))}
      />
      {type === 'SAML' && (
        <>
          <Change
            {...shared}
            label="New metadata"
            note="Issuer, address and certificates are replaced. All certificates of the metadata count."
            fields={[metadata]}
            ask={(values) => patch(formOf(values))}
          />
          <Button
            label="Certificate of this service"
            about={`Certificate of this service for ${about}`}
            run={() => save(certificate, `${slug}-signing-certificate.pem`)}
          />
          {outcome}
        </>
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

/** The metadata keeps its bytes. The parts have the paths of the properties as their names. */
function formOf(values: Values): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(values)) form.append(name, value instanceof File ? value : String(value));
  return form;
}
