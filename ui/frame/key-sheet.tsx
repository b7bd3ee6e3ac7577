import { useRef } from 'preact/hooks';
import { bindings, setUsesLetters, useKeys, usesLetters } from '../base/keys.js';
import { useStore } from '../base/store.js';

/** Lists the keys of the present view. */
export function KeySheet() {
  const dialog = useRef<HTMLDialogElement>(null);
  const bound = useStore(bindings);
  const letters = useStore(usesLetters);
  useKeys([{ keys: '?', does: 'Keys', run: () => dialog.current?.showModal() }]);
  return (
    <>
      <button type="button" class="keys" onClick={() => dialog.current?.showModal()} aria-label="Keys">
        ?
      </button>
      <dialog ref={dialog} aria-label="Keys">
        <h2>Keys</h2>
        <dl class="pairs">
          {bound.map(({ keys, does }) => (
            <>
              <dt>
                <kbd>{keys}</kbd>
              </dt>
              <dd>{does}</dd>
            </>
          ))}
        </dl>
        <p>Each of these can also be reached by Tab.</p>
        <label class="check">
          <input type="checkbox" checked={letters} onChange={(event) => setUsesLetters(event.currentTarget.checked)} />
          Single keys
        </label>
        <form method="dialog">
          <button type="submit">Close</button>
        </form>
      </dialog>
    </>
  );
}
