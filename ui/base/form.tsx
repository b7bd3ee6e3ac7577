import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import type { Call } from '../api/call.js';
import { ApiError, saveAnswer, send } from '../api/send.js';
import { type Field, FieldView } from './field.js';
import { Modal } from './modal.js';
import { Button } from './parts.js';
import { endSession, type Permission, reload, may } from './session.js';
import { Failure } from './states.js';

/** What has been entered, by names of fields. */
export type Values = Readonly<Record<string, unknown>>;

interface FormProps<Answer> {
  readonly fields?: readonly Field[];
  /** Before anything is entered. */
  readonly values?: Values;
  readonly submit: string;
  /** The account whose password is set, so that browsers store the password for it. */
  readonly username?: string;
  readonly isDanger?: boolean;
  readonly ask: (values: Values) => Call<Answer>;
  readonly onDone: (answer: Answer, values: Values) => unknown;
  /** Handles a refusal that is no fault, such as one that asks for more. @returns whether it did */
  readonly onRefusal?: (error: ApiError) => boolean;
  /** What 401 means, in a form that needs no session. */
  readonly refusal?: string;
  /** Stands beside the button that submits. */
  readonly children?: ComponentChildren;
}

/** Sends what has been entered. A fault that the service names is shown beside its field, all others above the button. */
export function Form<Answer>(props: FormProps<Answer>) {
  const { fields = [], values: initial = {}, submit, username, isDanger, ask, onDone, onRefusal, refusal } = props;
  const [values, setValues] = useState(initial);
  const { attempt, error } = useChange();
  const [isBusy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const id = useId();
  useEffect(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus(), [error]);
  const sendValues = async () => {
    try {
      await onDone((await send(ask(values))).answer, values);
    } catch (thrown) {
      if (!(thrown instanceof ApiError) || !onRefusal?.(thrown)) throw thrown;
    }
  };
  const onSubmit = async (event: SubmitEvent) => {
    event.preventDefault();
    setBusy(true);
    // Without a refusal, the login opens above the form, which keeps its values.
    await attempt(sendValues, '', refusal === undefined);
    setBusy(false);
  };
  const { faults = [], status = 0, requestId = null } = error ?? {};
  const others = faults.filter(({ context }) => !fields.some((field) => isOf(context, field)));
  return (
    <form ref={form} class="form" onSubmit={(event) => void onSubmit(event)}>
      {username !== undefined && <input autocomplete="username" hidden readOnly value={username} />}
      {fields.map((field) => (
        <FieldView
          key={field.name}
          id={`${id}-${field.name}`}
          field={field}
          value={values[field.name]}
          faults={faults.filter(({ context }) => isOf(context, field)).map(({ message }) => message)}
          onChange={(value) => setValues((former) => ({ ...former, [field.name]: value }))}
        />
      ))}
      {status === 401 && (
        <p class="fault" role="alert">
          {refusal}
        </p>
      )}
      {status !== 401 && others.length > 0 && <Failure error={new ApiError(status, others, requestId, null)} />}
      <div class="row">
        <button type="submit" class={isDanger ? 'danger' : 'main'} disabled={isBusy}>
          {submit}
        </button>
        {props.children}
      </div>
    </form>
  );
}

interface ChangeProps<Answer> extends Omit<FormProps<Answer>, 'submit' | 'onDone' | 'refusal' | 'children'> {
  readonly label: string;
  /** Names the changed object, for readers that hear the button without its row. */
  readonly about?: string;
  /** Explains the consequences. */
  readonly note?: string;
  /** The button is absent without it. */
  readonly permission: Permission;
  /** Is called before the view is loaded again. */
  readonly onDone?: (answer: Answer) => void;
}

/** A button that opens a form, or a question if it has no fields. Then it loads the view again. */
export function Change<Answer>({ label, about, note, permission, onDone, ...form }: ChangeProps<Answer>) {
  const [isOpen, setOpen] = useState(false);
  const isAllowed = may(permission);
  if (!isAllowed) return null;
  const title = about === undefined ? label : `${label} ${about}`;
  const finish = (answer: Answer, close: () => void) => {
    close();
    onDone?.(answer);
    reload();
  };
  return (
    <>
      <Button label={label} about={title} look={form.isDanger ? 'danger' : undefined} run={() => setOpen(true)} />
      {isOpen && (
        <Modal label={title} onClose={() => setOpen(false)}>
          {(close) => (
            <>
              {note !== undefined && <p>{note}</p>}
              <Form {...form} submit={label} onDone={(answer) => finish(answer, close)}>
                <Button label="Cancel" run={close} />
              </Form>
            </>
          )}
        </Modal>
      )}
    </>
  );
}

function isOf(context: string, { name }: Field): boolean {
  return `${context}.`.startsWith(`body.${name}.`);
}

/** Sends a change. @param done is shown when it has succeeded @returns whether it has */
export type Run = (change: Call<unknown>, done?: string) => Promise<boolean>;

/** Sends changes that have no form, each followed by loading the view again, and saves answers as files. */
export function useChange() {
  const [error, setError] = useState<ApiError | null>(null);
  const [message, setMessage] = useState('');
  const attempt = async (work: () => Promise<unknown>, done = '', needsSession = true) => {
    setError(null);
    setMessage('');
    try {
      await work();
      setMessage(done);
      return true;
    } catch (thrown) {
      if (!(thrown instanceof ApiError)) throw thrown;
      if (thrown.status === 401 && needsSession) endSession();
      else setError(thrown);
      return false;
    }
  };
  const run: Run = async (change, done) => {
    const isDone = await attempt(() => send(change), done);
    if (isDone) reload();
    return isDone;
  };
  const save = (call: Call<unknown>, fileName: string) => attempt(() => saveAnswer(call, fileName));
  const outcome = error ? <Failure error={error} /> : <span role="status">{message}</span>;
  return { attempt, run, save, error, outcome };
}
