import { signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { Call } from '../api/call.js';
import { ApiError, send, sleep } from '../api/send.js';
import { Button, Heading } from './parts.js';
import { account, endSession, reload, reloads } from './session.js';

interface AnsweredProps<Answer> {
  readonly asked: Asked<Answer>;
  /** Height of the answer in lines, so that the page does not jump when it arrives. */
  readonly lines?: number;
  /** Shown instead of an error that is an expected answer. Nothing: the error is shown. */
  readonly expected?: ((error: ApiError) => ComponentChildren) | undefined;
  readonly children: (answer: Answer) => ComponentChildren;
}

/** Shows an answer, or why there is none yet. */
export function Answered<Answer>({ asked, lines = 3, expected, children }: AnsweredProps<Answer>) {
  const { answer, error, isLoading, wait } = asked;
  return (
    <div aria-busy={isLoading}>
      {wait !== undefined && <p class="note">The service is busy. It is asked again in {wait} s.</p>}
      {error && (expected?.(error) || <Failure error={error} />)}
      {answer === undefined && isLoading && <Skeleton lines={lines} />}
      {answer !== undefined && children(answer)}
    </div>
  );
}

interface AskProps<Answer> extends Omit<AnsweredProps<Answer>, 'asked'> {
  /** Null asks nothing. */
  readonly of: Call<Answer> | null;
  /** See {@link useAnswer}. */
  readonly again?: (answer: Answer) => number | null;
  /** The h1 of the view, also if there is no answer yet or an error instead. */
  readonly heading?: (answer: Answer | undefined, error: ApiError | undefined) => string;
}

/** Shows the answer to a call, see {@link Answered}. */
export function Ask<Answer>({ of, again, heading, ...answered }: AskProps<Answer>) {
  const asked = useAnswer(of, again);
  return (
    <>
      {heading && <Heading text={heading(asked.answer, asked.error)} />}
      <Answered {...answered} asked={asked} />
    </>
  );
}

/** Invisible for 150 ms (styles.css), because most answers come sooner. */
function Skeleton({ lines }: { readonly lines: number }) {
  return (
    <div class="skeleton">
      {Array.from({ length: lines }, (_, line) => (
        <span key={line} />
      ))}
      <span class="hidden">Loading</span>
    </div>
  );
}

/** An error as the service explains it. */
export function Failure({ error }: { readonly error: ApiError }) {
  return (
    <div class="failure" role="alert">
      <strong>
        {{ 0: 'No answer', 403: 'Not permitted', 404: 'Not found', 429: 'Too many requests' }[error.status] ??
          `The call failed (${error.status})`}
      </strong>
      <ul>
        {error.faults.map(({ context, message }) => (
          <li key={context + message}>
            {message} <code>{context}</code>
          </li>
        ))}
      </ul>
      {error.status === 403 && account.value && (
        <p>Your role is {account.value.role}. An administrator can give you another one.</p>
      )}
      <p>
        {error.requestId !== null && (
          <>
            Request <Copy text={error.requestId} />{' '}
          </>
        )}
        <Button label="Try again" run={reload} />
      </p>
    </div>
  );
}

/** A text with a button that copies it. */
export function Copy({ text }: { readonly text: string }) {
  return (
    <span class="copy">
      <code>{text}</code>
      <Button label="Copy" run={() => navigator.clipboard.writeText(text)} />
    </span>
  );
}

/** The state of a question to the API. The former answer stays while the next is loading. */
export interface Asked<Answer> {
  readonly answer: Answer | undefined;
  readonly error: ApiError | undefined;
  readonly isLoading: boolean;
  /** Seconds until a busy service is asked again. */
  readonly wait: number | undefined;
  /** Ends the request. */
  stop(): void;
}

/** The calls of the present view, for *Show call*, and the notes of their answers. */
export const shownCalls = signal<ReadonlyMap<Call<unknown>, readonly string[]>>(new Map());

function showCall(call: Call<unknown>, notes: readonly string[]): void {
  shownCalls.value = new Map(shownCalls.value).set(call, notes);
}

/** The newest version of the graph that an answer was from, and the oldest among the answers that are shown. */
export const graphVersion = signal<{ readonly newest: number; readonly shown: number } | null>(null);

/**
 * Asks the API when the call changes.
 * @param wanted null asks nothing
 * @param again milliseconds until an answer is asked for again; null if it is final
 */
export function useAnswer<Answer>(
  wanted: Call<Answer> | null,
  again: (answer: Answer) => number | null = () => null,
): Asked<Answer> {
  const round = reloads.value;
  const [state, setState] = useState<Omit<Asked<Answer>, 'stop'> & { stop?: () => void }>(asking);
  // Calls with the same key ask the same.
  const key = wanted && wanted.target + JSON.stringify(wanted.body ?? '');
  useEffect(() => {
    if (!wanted) {
      setState({ ...asking, isLoading: false });
      return undefined;
    }
    const controller = new AbortController();
    showCall(wanted, []);
    const stop = () => controller.abort();
    setState(({ answer }) => ({ ...asking, answer, stop }));
    const onWait = (wait: number) => setState((it) => ({ ...it, wait }));
    const ask = async () => {
      try {
        for (let pause: number | null = 0; pause !== null;) {
          await sleep(pause, controller.signal);
          const { answer, version, notes } = await send(wanted, {
            signal: controller.signal,
            isBackground: pause > 0,
            onWait,
          });
          noteVersion(version);
          if (controller.signal.aborted) return;
          showCall(wanted, notes);
          setState({ ...asking, answer, isLoading: false });
          pause = again(answer);
        }
      } catch (thrown) {
        if (controller.signal.aborted) return setState((it) => ({ ...it, isLoading: false }));
        const error = thrown instanceof ApiError ? thrown : unexpected(thrown);
        showCall(wanted, error.notes);
        if (error.status === 401) endSession();
        else setState({ ...asking, error, isLoading: false });
      }
    };
    void ask();
    return () => {
      stop();
      shownCalls.value = new Map([...shownCalls.value].filter(([it]) => it !== wanted));
    };
  }, [key, round]);
  return { stop: () => {}, ...state };
}

const asking = { answer: undefined, error: undefined, isLoading: true, wait: undefined } as const;

/** Whether the graph has changed since the view was loaded. */
export function isGraphNewer(): boolean {
  const { value } = graphVersion;
  return value !== null && value.newest !== value.shown;
}

/** The answers of a view are forgotten when it changes or is loaded again. */
export function forgetShownVersions(): void {
  const { value } = graphVersion;
  if (value) graphVersion.value = { newest: value.newest, shown: value.newest };
}

export function noteVersion(version: number | null): void {
  if (version === null) return;
  const { newest, shown } = graphVersion.value ?? { newest: version, shown: version };
  const next = { newest: Math.max(newest, version), shown: Math.min(shown, version) };
  if (graphVersion.value?.newest !== next.newest || graphVersion.value.shown !== next.shown) graphVersion.value = next;
}

function unexpected(error: unknown): ApiError {
  const message = error instanceof Error ? error.message : String(error);
  return new ApiError(0, [{ context: 'page', message }], null, null);
}
