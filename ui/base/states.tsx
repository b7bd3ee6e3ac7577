import type { ComponentChildren } from 'preact';
import type { Call } from '../api/call.js';
import type { ApiError } from '../api/send.js';
import { accountOf, reload, session } from './session.js';
import { useStore } from './store.js';
import { type Asked, useAnswer } from './use-answer.js';

interface AnsweredProps<Answer> {
  readonly asked: Asked<Answer>;
  /** Height of the answer in lines, so that the page does not jump when it arrives. */
  readonly lines?: number;
  /** Shown instead of an error that is an expected answer. Null: the error is shown. */
  readonly expected?: ((error: ApiError) => ComponentChildren) | undefined;
  readonly children: (answer: Answer) => ComponentChildren;
}

/** Shows an answer, or why there is none yet. */
export function Answered<Answer>({ asked, lines = 3, expected, children }: AnsweredProps<Answer>) {
  const { answer, error, isLoading, wait } = asked;
  return (
    <div aria-busy={isLoading}>
      {wait !== undefined && <p class="note">The service is busy. It is asked again in {wait} s.</p>}
      {error && (expected?.(error) ?? <Failure error={error} />)}
      {answer === undefined && isLoading && <Skeleton lines={lines} />}
      {answer !== undefined && children(answer)}
    </div>
  );
}

interface AskProps<Answer> extends Omit<AnsweredProps<Answer>, 'asked'> {
  readonly of: Call<Answer>;
}

/** Shows the answer to a call, see {@link Answered}. */
export function Ask<Answer>({ of, ...answered }: AskProps<Answer>) {
  return <Answered {...answered} asked={useAnswer(of)} />;
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
  const account = accountOf(useStore(session));
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
      {error.status === 403 && account && (
        <p>Your role is {account.role}. An administrator can give you another one.</p>
      )}
      <p>
        {error.requestId !== null && (
          <>
            Request <Copy text={error.requestId} />{' '}
          </>
        )}
        <button type="button" onClick={reload}>
          Try again
        </button>
      </p>
    </div>
  );
}

/** A text with a button that copies it. */
export function Copy({ text }: { readonly text: string }) {
  return (
    <span class="copy">
      <code>{text}</code>
      <button type="button" onClick={() => void navigator.clipboard.writeText(text)}>
        Copy
      </button>
    </span>
  );
}
