import { useState } from 'preact/hooks';
import { type AnswerOf, call, formCall } from '../../api/call.js';
import { type Field, passwordField } from '../../base/field.js';
import { Change, Form } from '../../base/form.js';
import { Modal } from '../../base/modal.js';
import { Button, Section } from '../../base/parts.js';
import { account } from '../../base/session.js';
import { Ask, Copy } from '../../base/states.js';
import { Passkeys } from './passkeys.js';
import { QrCode } from './qr-code.js';
import { RecoveryCodes } from './recovery-codes.js';
import './second-factor.css';

type Enrolled = AnswerOf<'POST /api/v2/accounts/{account_id}/mfa'>['data'];

const presentPassword = passwordField('secret', 'Password', 'current-password', { isFocused: true });
const permission = 'self:manage';

interface OwnerProps {
  /** Id of the own account. */
  readonly id: string;
  readonly username: string;
}

/** The second factors of the own account. */
export function SecondFactor({ id, username }: OwnerProps) {
  const path = { account_id: id };
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const self = account.value;
  const hasPasskey = self !== null && self.passkeys > 0;
  return (
    <>
      <Section title="Second factor">
        {self?.factor_missing === true && (
          <p class="note">
            This service asks your account for a second factor. Until it has one, you can do nothing else.
          </p>
        )}
        <Ask of={call('GET /api/v2/accounts/{account_id}/mfa-activation', { path })}>
          {({ data: { status, recovery_codes_left: left } }) => (
            <>
              <p>
                {status === 'activated'
                  ? 'A login needs a code of your app.'
                  : hasPasskey
                    ? 'A login needs a passkey.'
                    : 'Your password alone logs in. An app on your phone can show a code that a login needs, too.'}
                {(status === 'activated' || hasPasskey) && ` Recovery codes left: ${left}.`}
              </p>
              <div class="row">
                {status !== 'activated' && <Enrolment id={id} username={username} onCodes={setCodes} />}
                {(status === 'activated' || hasPasskey) && (
                  <Change
                    label="Make new recovery codes"
                    note="The former ones no longer work."
                    permission={permission}
                    username={username}
                    fields={[presentPassword]}
                    ask={(body) => formCall('POST /api/v2/accounts/{account_id}/recovery-codes', { path, body })}
                    onDone={({ data }) => setCodes(data.recovery_codes)}
                  />
                )}
                {status === 'activated' && (
                  <Change
                    label="Remove the app"
                    note="No code is asked for then."
                    permission={permission}
                    isDanger
                    username={username}
                    fields={[presentPassword]}
                    ask={(body) => formCall('DELETE /api/v2/accounts/{account_id}/mfa', { path, body })}
                  />
                )}
              </div>
            </>
          )}
        </Ask>
      </Section>
      <Passkeys username={username} onCodes={setCodes} />
      {codes && <RecoveryCodes codes={codes} onClose={() => setCodes(null)} />}
    </>
  );
}

const code: Field = {
  name: 'otp',
  label: 'Code that the app shows',
  isRequired: true,
  isFocused: true,
  autocomplete: 'one-time-code',
};

function Enrolment({ id, username, onCodes }: OwnerProps & { readonly onCodes: (codes: readonly string[]) => void }) {
  const path = { account_id: id };
  const [isOpen, setOpen] = useState(false);
  const [enrolled, setEnrolled] = useState<Enrolled | null>(null);
  const onClose = () => {
    setOpen(false);
    setEnrolled(null);
  };
  return (
    <>
      <Button label="Set up an app" look="main" run={() => setOpen(true)} />
      {isOpen && (
        <Modal label="Set up an app" isKept onClose={onClose}>
          {(close) =>
            enrolled ? (
              <>
                <p>Scan this with the app, or type the text. Then enter the code that it shows.</p>
                <QrCode text={enrolled.totp_uri} label="QR code of the secret" />
                <Copy text={enrolled.totp_secret} />
                <Form
                  key="code"
                  fields={[code]}
                  submit="Activate"
                  ask={(body) => formCall('POST /api/v2/accounts/{account_id}/mfa-activation', { path, body })}
                  onDone={({ data }) => {
                    close();
                    onCodes(data.recovery_codes);
                  }}
                >
                  <Button label="Cancel" run={close} />
                </Form>
              </>
            ) : (
              <Form
                key="password"
                fields={[presentPassword]}
                username={username}
                submit="Go on"
                ask={(body) => formCall('POST /api/v2/accounts/{account_id}/mfa', { path, body })}
                onDone={({ data }) => setEnrolled(data)}
              >
                <Button label="Cancel" run={close} />
              </Form>
            )
          }
        </Modal>
      )}
    </>
  );
}
