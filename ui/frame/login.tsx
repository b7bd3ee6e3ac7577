import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { type AnswerOf, call, formCall } from '../api/call.js';
import { type ApiError, send } from '../api/send.js';
import { type Field, passwordField } from '../base/field.js';
import { Form, useChange } from '../base/form.js';
import { clock, moment } from '../base/format.js';
import { Modal } from '../base/modal.js';
import { Button } from '../base/parts.js';
import {
  codesBlockedAt,
  endSession,
  enterSession,
  openSession,
  ownSessionCall,
  reload,
  session,
} from '../base/session.js';
import { useAnswer } from '../base/states.js';
import { LoginProviders } from './login-providers.js';

/** The page before a login. */
export function Entrance({ children }: { readonly children: ComponentChildren }) {
  return (
    <main class="login">
      <h1>Graphward</h1>
      {children}
    </main>
  );
}

const codeField: Field = {
  name: 'otp',
  label: 'Code of your app',
  note: 'Without the app: a recovery code.',
  isRequired: true,
  autocomplete: 'one-time-code',
};

/** @param name the account whose session has ended; its views stay below the dialog. Without it the login is the page. */
export function LoginView({ name }: { readonly name?: string }) {
  useEffect(() => {
    if (name === undefined) document.title = `Log in · Graphward`;
  }, []);
  const isPage = name === undefined;
  const [needsCode, setNeedsCode] = useState(false);
  useEffect(() => document.querySelector<HTMLElement>('[autocomplete="one-time-code"]')?.focus(), [needsCode]);
  const askForCode = (error: ApiError) => {
    const isFirst = !needsCode && error.has('auth.otp_needed');
    if (isFirst) setNeedsCode(true);
    return isFirst;
  };
  const { attempt, outcome } = useChange();
  const form = (
    <Form
      fields={[
        { name: 'username', label: 'User name', autocomplete: 'username', isRequired: true, isFocused: isPage },
        passwordField('secret', 'Password', 'current-password', { isFocused: !isPage }),
        ...(needsCode ? [codeField] : []),
      ]}
      values={{ username: name }}
      submit="Log in"
      refusal="User name or password is wrong."
      ask={({ username, secret, otp }) => formCall('POST /api/v2/self/session', { body: { username, secret, otp } })}
      onRefusal={askForCode}
      onDone={({ data }, { username, secret }) => enterSession(data, String(username), String(secret))}
    >
      {'PublicKeyCredential' in window && (
        <Button label="Use a passkey" run={() => attempt(enterByDevice, '', false)} />
      )}
    </Form>
  );
  const content = (
    <>
      {form}
      {outcome}
      <LoginProviders />
    </>
  );
  if (isPage) return <Entrance>{content}</Entrance>;
  return (
    <Modal class="login" label="Log in" heading="Graphward" isKept>
      {() => [<p>Log in again to go on where you were.</p>, content]}
    </Modal>
  );
}

async function enterByDevice(): Promise<void> {
  const { logInByDevice } = await import('../base/device.js');
  codesBlockedAt.value = (await logInByDevice()).codes_blocked_at;
  await openSession();
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

/** Tells the owner of a session that somebody guessed at codes. */
export function BlockedCodes() {
  const { value } = codesBlockedAt;
  if (value === null) return null;
  return (
    <p class="note" role="alert">
      Somebody who knows your password tried ten wrong codes ({moment(value)}). Set another password.{' '}
      <Button label="Understood" run={() => (codesBlockedAt.value = null)} />
    </p>
  );
}

const WARNING_MS = 5 * 60_000;
/** A timer cannot wait longer. */
const LONGEST_MS = 2 ** 31 - 1;

/** Milliseconds between questions while the end is near: another tab may use the session. */
const NEAR_MS = 60_000;

/** Warns before the session ends. A new login below keeps the view and what has been entered. */
export function SessionEnd() {
  const untilNear = ({ data: [it] }: OwnSessions) => (it ? endOf(it) - Date.now() - WARNING_MS : LONGEST_MS);
  const [own] = useAnswer(ownSessionCall(), (it) => clamp(untilNear(it), NEAR_MS)).answer?.data ?? [];
  const end = own && endOf(own);
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    setNear(false);
    const wait = clamp((end ?? Infinity) - Date.now() - WARNING_MS, 0);
    if (wait === LONGEST_MS) return undefined;
    const timer = setTimeout(() => setNear(true), wait);
    return () => clearTimeout(timer);
  }, [end]);
  if (!isNear || !own || !end || session.value.state !== 'in') return null;
  const isIdle = end < Date.parse(own.expires_at);
  return (
    <p class="note" role="alert">
      Your session ends at {clock(new Date(end))}
      {isIdle ? ' if you do not use it. ' : '. '}
      {isIdle ? <Button label="Stay logged in" run={stay} /> : <Button label="Log in again" run={endSession} />}
    </p>
  );
}

type OwnSessions = AnswerOf<'GET /api/v2/self/sessions'>;

/** Milliseconds. */
function endOf({ expires_at: expiry, idle_until: idle }: OwnSessions['data'][number]): number {
  return Math.min(Date.parse(expiry), idle.time === null ? Infinity : Date.parse(idle.time));
}

function clamp(milliseconds: number, least: number): number {
  return Math.min(Math.max(milliseconds, least), LONGEST_MS);
}

async function stay(): Promise<void> {
  await send(call('GET /api/v2/self'));
  reload();
}
