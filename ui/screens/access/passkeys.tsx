import { useState } from 'preact/hooks';
import { call, formCall } from '../../api/call.js';
import type { PasskeyDto } from '../../api/schema.js';
import { passwordField } from '../../base/field.js';
import { Change, Form } from '../../base/form.js';
import { Modal } from '../../base/modal.js';
import { Button, Moment, Section } from '../../base/parts.js';
import { openSession } from '../../base/session.js';
import { Ask } from '../../base/states.js';
import { type Column, SmallTable } from '../../table/table.js';

const presentPassword = passwordField('secret', 'Password', 'current-password', {});

interface Props {
  readonly username: string;
  /** Is called with recovery codes, if there are new ones. */
  readonly onCodes: (codes: readonly string[]) => void;
}

/** The own passkeys. */
export function Passkeys({ username, onCodes }: Props) {
  const columns: readonly Column<PasskeyDto>[] = [
    { title: 'Name', cell: ({ name }) => name },
    { title: 'Since', cell: ({ created_at: time }) => <Moment time={time} /> },
    { title: 'Last use', cell: ({ last_used: time }) => <Moment time={time} /> },
    {
      title: 'Delete',
      cell: ({ id, name }) => (
        <Change
          label="Delete"
          about={name}
          note="This device no longer logs in."
          permission="self:manage"
          isDanger
          username={username}
          fields={[presentPassword]}
          ask={(body) => formCall('DELETE /api/v2/self/passkeys/{passkey_id}', { path: { passkey_id: id }, body })}
          onDone={() => void openSession()}
        />
      ),
    },
  ];
  return (
    <Section title="Passkeys">
      <p class="muted">
        A passkey is on a device, which asks for your fingerprint or PIN. It logs in without a password.
      </p>
      <Ask of={call('GET /api/v2/self/passkeys')}>
        {({ data }) =>
          data.length === 0 ? <p>No passkey.</p> : <SmallTable label="Passkeys" columns={columns} rows={data} />
        }
      </Ask>
      <Registration username={username} onCodes={onCodes} />
    </Section>
  );
}

function Registration({ username, onCodes }: Props) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button label="Add a passkey" run={() => setOpen(true)} />
      {isOpen && (
        <Modal label="Add a passkey" onClose={() => setOpen(false)}>
          {(close) => (
            <Form
              fields={[{ name: 'name', label: 'Name', note: 'Such as Laptop.', isRequired: true }, presentPassword]}
              username={username}
              submit="Add a passkey"
              ask={({ secret }) => formCall('POST /api/v2/self/passkeys/options', { body: { secret } })}
              onDone={async ({ data }, { name }) => {
                const { registerDevice } = await import('../../base/device.js');
                const { recovery_codes: codes } = await registerDevice(data, String(name));
                close();
                if (codes.length > 0) onCodes(codes);
                await openSession();
              }}
            >
              <Button label="Cancel" run={close} />
            </Form>
          )}
        </Modal>
      )}
    </>
  );
}
