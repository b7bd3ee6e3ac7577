import { useEffect, useState } from 'preact/hooks';
import type { ComponentChildren } from 'preact';
import { ApiError, send } from '../api/send.js';
import { call } from '../api/call.js';
import { Modal } from '../base/modal.js';
import { Failure } from '../base/states.js';
import { logIn, openSession } from '../base/session.js';

/** @param name the account whose session has ended; its views stay below the dialog. Without it the login is the page. */
export function LoginView({ name }: { readonly name?: string }) {
  const form = <LoginForm {...(name !== undefined && { name })} />;
  if (name === undefined) return <main class="login">{form}</main>;
  return (
    <Modal class="login" label="Log in" isKept>
      {() => form}
    </Modal>
  );
}

function LoginForm({ name }: { readonly name?: string }) {
  const Title = name === undefined ? 'h1' : 'h2';
  useEffect(() => {
    if (name === undefined) document.title = `Log in · Graphward`;
  }, []);
  return (
    <CredentialForm
      submit="Log in"
      run={(data) => logIn({ username: textOf(data, 'username'), secret: textOf(data, 'secret') })}
    >
      <Title>Graphward</Title>
      {name !== undefined && <p>Log in again to go on where you were.</p>}
      <label>
        User name
        <input name="username" autocomplete="username" required autofocus={name === undefined} defaultValue={name} />
      </label>
      <label>
        Password
        <input name="secret" type="password" autocomplete="current-password" required autofocus={name !== undefined} />
      </label>
    </CredentialForm>
  );
}

interface PasswordProps {
  readonly name: string;
  readonly secret: string;
}

/** An expired password permits nothing but a new one. */
export function PasswordView({ name, secret }: PasswordProps) {
  const change = async (data: FormData) => {
    const body = { current: secret, new: textOf(data, 'new') };
    await send(call('PUT /api/v2/self/password', { body }));
    await openSession();
  };
  return (
    <main class="login">
      <CredentialForm submit="Set the password" run={change}>
        <h1>Graphward</h1>
        <p>Your password has expired. Set a new one to go on.</p>
        <input name="username" autocomplete="username" hidden readOnly value={name} />
        <label>
          New password
          <input name="new" type="password" autocomplete="new-password" required autofocus />
        </label>
      </CredentialForm>
    </main>
  );
}

function textOf(data: FormData, name: string): string {
  const value = data.get(name);
  return typeof value === 'string' ? value : '';
}

interface FormProps {
  readonly submit: string;
  readonly run: (data: FormData) => Promise<void>;
  readonly children: ComponentChildren;
}

function CredentialForm({ submit, run, children }: FormProps) {
  const [error, setError] = useState<ApiError | null>(null);
  const [isBusy, setBusy] = useState(false);
  const onSubmit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (!(event.currentTarget instanceof HTMLFormElement)) return;
    setBusy(true);
    setError(null);
    try {
      await run(new FormData(event.currentTarget));
    } catch (failure) {
      if (failure instanceof ApiError) setError(failure);
      else throw failure;
    } finally {
      setBusy(false);
    }
  };
  return (
    <form onSubmit={(event) => void onSubmit(event)}>
      {children}
      {error &&
        (error.status === 401 ? <p role="alert">User name or password is wrong.</p> : <Failure error={error} />)}
      <button type="submit" class="main" disabled={isBusy}>
        {submit}
      </button>
    </form>
  );
}
