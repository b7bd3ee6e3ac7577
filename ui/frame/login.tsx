import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { call, formCall } from '../api/call.js';
import { passwordField } from '../base/field.js';
import { Form } from '../base/form.js';
import { clock } from '../base/format.js';
import { Modal } from '../base/modal.js';
import { Button } from '../base/parts.js';
import { endSession, enterSession, openSession, session } from '../base/session.js';
import { useAnswer } from '../base/states.js';

/** The page before a login. */
export function Entrance({ children }: { readonly children: ComponentChildren }) {
  return (
    <main class="login">
      <h1>Graphward</h1>
      {children}
    </main>
  );
}

/** @param name the account whose session has ended; its views stay below the dialog. Without it the login is the page. */
export function LoginView({ name }: { readonly name?: string }) {
  useEffect(() => {
    if (name === undefined) document.title = `Log in · Graphward`;
  }, []);
  const isPage = name === undefined;
  const form = (
    <Form
      fields={[
        { name: 'username', label: 'User name', autocomplete: 'username', isRequired: true, isFocused: isPage },
        passwordField('secret', 'Password', 'current-password', { isFocused: !isPage }),
      ]}
      values={{ username: name }}
      submit="Log in"
      refusal="User name or password is wrong."
      ask={({ username, secret }) => formCall('POST /api/v2/self/session', { body: { username, secret } })}
      onDone={({ data }, { username, secret }) => enterSession(data, String(username), String(secret))}
    />
  );
  if (isPage) return <Entrance>{form}</Entrance>;
  return (
    <Modal class="login" label="Log in" heading="Graphward" isKept>
      {() => [<p>Log in again to go on where you were.</p>, form]}
    </Modal>
  );
}

/** An expired password permits nothing but a new one. */
export function PasswordView({ name, secret }: { readonly name: string; readonly secret: string }) {
  return (
    <Entrance>
      <p>Your password has expired. Set a new one to go on.</p>
      <Form
        fields={[passwordField('new', 'New password', 'new-password', { isFocused: true })]}
        username={name}
        submit="Set the password"
        ask={(values) => formCall('PUT /api/v2/self/password', { body: { current: secret, new: values['new'] } })}
        onDone={openSession}
      />
    </Entrance>
  );
}

const WARNING_MS = 5 * 60_000;
/** A timer cannot wait longer. */
const LONGEST_MS = 2 ** 31 - 1;

/** Warns before the session expires. A new login below keeps the view and what has been entered. */
export function SessionEnd() {
  const query = { is_current: ['eq:true'], limit: 1 };
  const [own] = useAnswer(call('GET /api/v2/self/sessions', { query })).answer?.data ?? [];
  const end = own && new Date(own.expires_at);
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    setNear(false);
    const wait = (end?.getTime() ?? Infinity) - Date.now() - WARNING_MS;
    if (wait > LONGEST_MS) return undefined;
    const timer = setTimeout(() => setNear(true), Math.max(wait, 0));
    return () => clearTimeout(timer);
  }, [own?.expires_at]);
  if (!isNear || !end || session.value.state !== 'in') return null;
  return (
    <p class="note" role="alert">
      Your session ends at {clock(end)}. <Button label="Log in again" run={endSession} />
    </p>
  );
}
