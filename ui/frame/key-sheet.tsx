import { Fragment } from 'preact';
import { Check } from '../base/controls.js';
import { bindings, setUsesLetters, usesLetters } from '../base/keys.js';
import { Sheet } from '../base/modal.js';
import { useStore } from '../base/store.js';

/** Lists the keys of the present view. */
export function KeySheet() {
  const bound = useStore(bindings);
  return (
    <Sheet label="Keys" mark="?" keys="?">
      <dl class="pairs">
        {bound.map(({ keys, does }) => (
          <Fragment key={keys}>
            <dt>
              <kbd>{keys}</kbd>
            </dt>
            <dd>{does}</dd>
          </Fragment>
        ))}
      </dl>
      <p>Each of these can also be reached by Tab.</p>
      <Check isChecked={useStore(usesLetters)} onChange={setUsesLetters}>
        Single keys
      </Check>
    </Sheet>
  );
}
