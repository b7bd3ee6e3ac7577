import { useRef } from 'preact/hooks';
import { bindings, setUsesLetters, useKeys, usesLetters } from '../base/keys.js';
import { useStore } from '../base/store.js';
import { texts } from './texts.js';

/** Lists the keys of the present view. */
export function KeySheet() {
  const dialog = useRef<HTMLDialogElement>(null);
  const bound = useStore(bindings);
  const letters = useStore(usesLetters);
  useKeys([{ keys: '?', does: texts.keys, run: () => dialog.current?.showModal() }]);
  return (
    <>
      <button type="button" class="keys" onClick={() => dialog.current?.showModal()} aria-label={texts.keys}>
        ?
      </button>
      <dialog ref={dialog} aria-label={texts.keys}>
        <h2>{texts.keys}</h2>
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
        <p>{texts.keyNote}</p>
        <label class="check">
          <input type="checkbox" checked={letters} onChange={(event) => setUsesLetters(event.currentTarget.checked)} />
          {texts.letters}
        </label>
        <form method="dialog">
          <button type="submit">{texts.close}</button>
        </form>
      </dialog>
    </>
  );
}
