import { useRef } from 'preact/hooks';
import { curlLine } from '../api/call.js';
import { Copy } from '../base/states.js';
import { useStore } from '../base/store.js';
import { shownCalls } from '../base/use-answer.js';
import { texts } from './texts.js';

/** Shows the calls of the present view as lines for a shell. */
export function ShowCall() {
  const calls = useStore(shownCalls);
  const dialog = useRef<HTMLDialogElement>(null);
  const lines = [...new Set(calls.map((it) => curlLine(it, location.origin)))];
  return (
    <>
      <button type="button" onClick={() => dialog.current?.showModal()}>
        {texts.showCall}
      </button>
      <dialog ref={dialog} aria-label={texts.showCall}>
        <h2>{texts.showCall}</h2>
        <p>{lines.length > 0 ? texts.showCallNote : texts.noCalls}</p>
        {lines.map((line) => (
          <p key={line} class="call">
            <Copy text={line} />
          </p>
        ))}
        <form method="dialog">
          <button type="submit">{texts.close}</button>
        </form>
      </dialog>
    </>
  );
}
