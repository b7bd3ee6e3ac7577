import { useEffect, useState } from 'preact/hooks';
import type { ComponentChildren } from 'preact';
import { ApiError, send } from '../api/send.js';
import { call } from '../api/call.js';
import { Modal } from '../base/modal.js';
import { Failure } from '../base/states.js';
import { logIn, openSession } from '../base/session.js';
import { texts } from './texts.js';

/** @param name the account whose session has ended; its views stay below the dialog. Without it the login is the page. */
export function LoginView({ name }: { readonly name?: string }) {
  const form = <LoginForm {...(name !== undefined && { name })} />;
  if (name === undefined) return <main class="login">{form}</main>;
  return (
    <Modal class="login" label={texts.logIn} isKept>
      {() => form}
    </Modal>
  );
}

function LoginForm({ name }: { readonly name?: string }) {
  const Title = name === undefined ? 'h1' : 'h2';
  useEffect(() => {
    if (name === undefined) document.title = `${texts.logIn} · ${texts.product}`;
  }, []);
  return (
    <CredentialForm
      submit={texts.logIn}
      run={(data) => logIn({ username: textOf(data, 'username'), secret: textOf(data, 'secret') })}
    >
      <Title>{texts.product}</Title>
      {name !== undefined && <p>{texts.loginNote}</p>}
      <label>
        {texts.user}
        <input name="username" autocomplete="username" required autofocus={name === undefined} defaultValue={name} />
      </label>
      <label>
        {texts.password}
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
      <CredentialForm submit={texts.setPassword} run={change}>
        <h1>{texts.product}</h1>
        <p>{texts.expired}</p>
        <input name="username" autocomplete="username" hidden readOnly value={name} />
        <label>
          {texts.newPassword}
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
      {error && (error.status === 401 ? <p role="alert">{texts.wrongLogin}</p> : <Failure error={error} />)}
      <button type="submit" class="main" disabled={isBusy}>
        {submit}
      </button>
    </form>
  );
}
