import { linkTo } from '../../base/address.js';
import { Heading } from '../../base/parts.js';
import { may } from '../../base/session.js';
import { Copy } from '../../base/states.js';
import { TrySample } from './sample.js';

/** How data comes in, by the names of the programs that collect or send it. */
const lines = [
  ['SharpHound, on a Windows computer of the domain', 'SharpHound.exe --CollectionMethods All'],
  [
    'BloodHound.py',
    'bloodhound-ce-python -c All --zip -d corp.example -u ada@corp.example -p "$PASSWORD" -ns 192.0.2.1',
  ],
  ['RustHound', 'rusthound-ce --zip -d corp.example -u ada@corp.example -p "$PASSWORD"'],
  ['AzureHound', 'azurehound -u ada@corp.example -p "$PASSWORD" list --tenant corp.example -o azurehound.json'],
  ['Files into this service, on its own machine', 'graphward ingest 20260101_BloodHound.zip azurehound.json'],
] as const;

/** What a newcomer sees: how to collect data, and where to send them. */
export function NoData() {
  const canUpload = may('ingest:write');
  return (
    <>
      <Heading text="No data yet" />
      <p>Collect the data of a directory or a tenant, then upload the files: JSON, ZIP or gzip.</p>
      {canUpload && (
        <p class="row">
          <a class="button main" href={linkTo('/data/uploads')}>
            Upload files
          </a>
          <TrySample />
        </p>
      )}
      <h2>Command lines</h2>
      <p class="muted">
        corp.example, ada and 192.0.2.1 stand for your domain or tenant, your account and a domain controller.
      </p>
      {lines.map(([name, line]) => (
        <section key={name} class="call">
          <h3>{name}</h3>
          <Copy text={line} />
        </section>
      ))}
    </>
  );
}
