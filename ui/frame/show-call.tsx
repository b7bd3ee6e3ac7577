import { useRef } from 'preact/hooks';
import { curlLine } from '../api/call.js';
import { Copy } from '../base/states.js';
import { useStore } from '../base/store.js';
import { shownCalls } from '../base/use-answer.js';

/** Shows the calls of the present view as lines for a shell. */
export function ShowCall() {
  const calls = useStore(shownCalls);
  const dialog = useRef<HTMLDialogElement>(null);
  const lines = [...new Set(calls.map((it) => curlLine(it, location.origin)))];
  return (
    <>
      <button type="button" onClick={() => dialog.current?.showModal()}>
        Show call
      </button>
      <dialog ref={dialog} aria-label="Show call">
        <h2>Show call</h2>
        <p>
          {lines.length > 0
            ? 'The calls of this view. GRAPHWARD_TOKEN is a session token of POST /api/v2/login.'
            : 'This view asks nothing.'}
        </p>
        {lines.map((line) => (
          <p key={line} class="call">
            <Copy text={line} />
          </p>
        ))}
        <form method="dialog">
          <button type="submit">Close</button>
        </form>
      </dialog>
    </>
  );
}
