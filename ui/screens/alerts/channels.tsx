import { useState } from 'preact/hooks';
import { call, formCall } from '../../api/call.js';
import type { AlertChannelDto, AlertDeliveryDto } from '../../api/schema.js';
import { Select } from '../../base/controls.js';
import type { Field } from '../../base/field.js';
import { Change, useChange, type Values } from '../../base/form.js';
import { moment } from '../../base/format.js';
import { Modal } from '../../base/modal.js';
import { Button, Section } from '../../base/parts.js';
import { may } from '../../base/session.js';
import { Ask, Copy } from '../../base/states.js';
import { type Column, SmallTable } from '../../table/table.js';

export const permission = 'alerts:manage';

type ChannelType = AlertChannelDto['type'];

const types = { webhook: 'Webhook', email: 'Mail', syslog: 'Syslog' } as const satisfies Record<ChannelType, string>;

const name: Field = { name: 'name', label: 'Name', isRequired: true };
const names: Field = { name: 'include_names', label: 'With names of objects', kind: 'check' };
const format: Field = {
  name: 'format',
  label: 'Format',
  kind: 'choice',
  choices: [
    ['cloudevents', 'CloudEvents'],
    ['slack', 'Slack'],
    ['teams', 'Teams'],
  ],
};

/** @param isNew the URL of an existing channel is a secret: left empty, it stays */
function fieldsOf(type: ChannelType, isNew: boolean): readonly Field[] {
  const kept = isNew ? '' : ' Empty: as it is.';
  const url = (note: string): Field => ({ name: 'url', label: 'URL', isRequired: isNew, note: note + kept });
  const own: Readonly<Record<ChannelType, readonly Field[]>> = {
    webhook: [url('Begins with https://.'), format],
    email: [{ name: 'addresses', label: 'Addresses', kind: 'lines', isRequired: true, note: 'One a line.' }],
    syslog: [url('Such as tls://siem.example:6514, tcp://… or udp://….')],
  };
  return [name, ...own[type], names];
}

/** Channels with their last deliveries. */
export function Channels({ channels }: { readonly channels: readonly AlertChannelDto[] }) {
  const [type, setType] = useState<ChannelType>('webhook');
  const [secret, setSecret] = useState<string | null>(null);
  return (
    <Section title="Channels">
      {may(permission) && (
        <div class="row">
          <Select
            label="Type"
            value={type}
            choices={Object.entries(types)}
            onChange={(it) => setType(it === 'email' || it === 'syslog' ? it : 'webhook')}
          />
          <Change
            key={type}
            label="Create a channel"
            permission={permission}
            fields={fieldsOf(type, true)}
            values={{ format: 'cloudevents', include_names: type !== 'email' }}
            ask={(values) => formCall('POST /api/v2/alert-channels', { body: { ...bodyOf(type, values), type } })}
            onDone={({ data }) => setSecret(data.secret)}
          />
        </div>
      )}
      {channels.length > 0 ? (
        <SmallTable label="Channels" columns={columns} rows={channels} />
      ) : (
        <p>No channel yet. A channel is a webhook, some addresses of mail, or a syslog server.</p>
      )}
      {secret !== null && <Secret text={secret} onClose={() => setSecret(null)} />}
    </Section>
  );
}

const columns: readonly Column<AlertChannelDto>[] = [
  { title: 'Name', cell: ({ name: text }) => <bdi>{text}</bdi>, width: '8rem' },
  { title: 'Type', cell: ({ type }) => types[type], isExtra: true },
  { title: 'Receiver', cell: ({ origin, addresses }) => origin || addresses.join(', '), isExtra: true },
  { title: 'State', cell: (it) => <State {...it} /> },
  { title: 'Last delivery', cell: (it) => lastDelivery(it) },
  { title: 'Changes', cell: (it) => <Changes channel={it} /> },
];

function State({ state, disabled_reason: reason, failing_since: since }: AlertChannelDto) {
  if (state === 'ok') return since === null ? 'Works' : `Fails since ${moment(since)}`;
  if (state === 'disabled') return reason === '' ? 'Disabled' : <strong>Disabled: {reason}</strong>;
  return <strong>{`Failing since ${moment(since ?? '')}`}</strong>;
}

function lastDelivery({ last_attempt: at, last_status: status }: AlertChannelDto): string {
  return at === null ? 'None' : `${moment(at)}: ${status ?? ''}`;
}

function Changes({ channel }: { readonly channel: AlertChannelDto }) {
  const { id, name: about, type, enabled } = channel;
  const [isOpen, setOpen] = useState(false);
  const { run, outcome } = useChange();
  const shared = { about, permission } as const;
  const path = { alert_channel_id: id };
  if (!may(permission)) return null;
  const patch = (body: unknown) => formCall('PATCH /api/v2/alert-channels/{alert_channel_id}', { path, body });
  return (
    <div class="row">
      <Button
        label="Test"
        about={`Test ${about}`}
        run={() => run(call('POST /api/v2/alert-channels/{alert_channel_id}/test', { path }), 'A test is on its way.')}
      />
      <Button label="Deliveries" about={`Deliveries of ${about}`} run={() => setOpen(true)} />
      <Change
        {...shared}
        label="Change"
        fields={fieldsOf(type, false)}
        values={{ ...channel, url: '' }}
        ask={(values) => patch(bodyOf(type, values))}
      />
      <Change {...shared} label={enabled ? 'Disable' : 'Enable'} ask={() => patch({ enabled: !enabled })} />
      <Change
        {...shared}
        label="Delete"
        note="Rules lose it. Its deliveries are deleted."
        isDanger
        ask={() => call('DELETE /api/v2/alert-channels/{alert_channel_id}', { path })}
      />
      {outcome}
      {isOpen && (
        <Modal label={`Deliveries of ${about}`} onClose={() => setOpen(false)}>
          {() => <Deliveries id={id} />}
        </Modal>
      )}
    </div>
  );
}

const deliveryColumns: readonly Column<AlertDeliveryDto>[] = [
  { title: 'Occurred', cell: ({ occurred_at: at }) => moment(at) },
  { title: 'Occasion', cell: ({ occasion }) => occasion },
  { title: 'Status', cell: ({ status, attempts }) => `${status}, attempts: ${attempts}` },
  { title: 'Reason', cell: ({ reason }) => <bdi>{reason}</bdi> },
];

function Deliveries({ id }: { readonly id: string }) {
  const path = { alert_channel_id: id };
  return (
    <Ask of={call('GET /api/v2/alert-channels/{alert_channel_id}/deliveries', { path, query: { limit: 20 } })}>
      {({ data }) =>
        data.length > 0 ? <SmallTable label="Deliveries" columns={deliveryColumns} rows={data} /> : <p>None yet.</p>
      }
    </Ask>
  );
}

/** An empty URL stays as it is. */
function bodyOf(type: ChannelType, values: Values): Values {
  const { name: text, url, format: chosen, addresses, include_names: hasNames } = values;
  const shared = { name: text, include_names: hasNames };
  if (type === 'email') return { ...shared, addresses };
  return { ...shared, ...(url ? { url } : {}), ...(type === 'webhook' ? { format: chosen } : {}) };
}

function Secret({ text, onClose }: { readonly text: string; readonly onClose: () => void }) {
  return (
    // Escape must not lose what is shown once.
    <Modal label="The secret of the channel" isKept onClose={onClose}>
      {(close) => (
        <>
          <p>It signs the requests, and is shown only now. Store it before you close this.</p>
          <Copy text={text} />
          <Button label="I have stored it" look="main" run={close} />
        </>
      )}
    </Modal>
  );
}
