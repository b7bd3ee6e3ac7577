import { useEffect } from 'preact/hooks';
import { formCall } from '../api/call.js';
import { passwordField } from '../base/field.js';
import { Form } from '../base/form.js';
import { Modal } from '../base/modal.js';
import { enterSession, openSession } from '../base/session.js';

/** @param name the account whose session has ended; its views stay below the dialog. Without it the login is the page. */
export function LoginView({ name }: { readonly name?: string }) {
  useEffect(() => {
    if (name === undefined) document.title = `Log in · Graphward`;
  }, []);
  const form = (
    <Form
      fields={[
        {
          name: 'username',
          label: 'User name',
          autocomplete: 'username',
          isRequired: true,
          isFocused: name === undefined,
        },
        passwordField('secret', 'Password', 'current-password', { isFocused: name !== undefined }),
      ]}
      values={{ username: name }}
      submit="Log in"
      refusal="User name or password is wrong."
      ask={({ username, secret }) => formCall('POST /api/v2/self/session', { body: { username, secret } })}
      onDone={({ data }, { username, secret }) => enterSession(data, String(username), String(secret))}
    />
  );
  if (name === undefined)
    return (
      <main class="login">
        <h1>Graphward</h1>
        {form}
      </main>
    );
  return (
    <Modal class="login" label="Log in" isKept>
      {() => (
        <>
          <h2>Graphward</h2>
          <p>Log in again to go on where you were.</p>
          {form}
        </>
      )}
    </Modal>
  );
}

/** An expired password permits nothing but a new one. */
export function PasswordView({ name, secret }: { readonly name: string; readonly secret: string }) {
  return (
    <main class="login">
      <h1>Graphward</h1>
      <p>Your password has expired. Set a new one to go on.</p>
      <Form
        fields={[passwordField('new', 'New password', 'new-password', { isFocused: true })]}
        username={name}
        submit="Set the password"
        ask={(values) => formCall('PUT /api/v2/self/password', { body: { current: secret, new: values['new'] } })}
        onDone={openSession}
      />
    </main>
  );
}
