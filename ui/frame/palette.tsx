import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { go, linkTo } from '../base/address.js';
import { bindings, type KeyBinding, useKeys } from '../base/keys.js';
import { KindIcon } from '../base/kind-icon.js';
import { Modal } from '../base/modal.js';
import { findAsTyped } from '../base/object-search.js';
import { comboAttributes, Options, useOption } from '../base/options.js';
import { objectPath } from '../base/parts.js';
import { recentObjects } from '../base/recent.js';
import { logOut } from '../base/session.js';
import { setTheme, themes } from '../base/theme.js';
import { entries } from './entries.js';

const KEYS = 'Ctrl+K';
const MOST_COMMANDS = 12;

interface Item {
  readonly label: string;
  /** The kind of an object, or the key of a command. */
  readonly mark: ComponentChildren;
  readonly run: () => void;
}

/** Runs commands and opens screens and objects by parts of their names. */
export function Palette() {
  const [isOpen, setOpen] = useState(false);
  useKeys([{ keys: KEYS, does: 'Commands', run: () => setOpen(true) }]);
  if (!isOpen) return null;
  return (
    <Modal class="palette" label="Commands" heading={null} onClose={() => setOpen(false)}>
      {(close) => <PaletteItems close={close} />}
    </Modal>
  );
}

function PaletteItems({ close }: { readonly close: () => void }) {
  const [text, setText] = useState('');
  const objects = useObjects(text.trim());
  const commands = useCommands().filter(({ label }) => label.toLowerCase().includes(text.trim().toLowerCase()));
  const items = [...commands.slice(0, MOST_COMMANDS), ...objects];
  const { active, move } = useOption(items.length, text);
  const run = (item: Item | undefined) => {
    if (!item) return;
    // The focus returns to the view before the command moves it.
    close();
    item.run();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') run(items[active]);
    else if (!move(event)) return;
    event.preventDefault();
  };
  return (
    <>
      <input
        {...comboAttributes('palette-items', 'Commands', items.length > 0 ? active : -1, true)}
        placeholder="Screen, object or command"
        autofocus
        value={text}
        onInput={(event) => setText(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <Options id="palette-items" label="Commands" items={items} active={active} onPick={run}>
        {({ label, mark }) => (
          <>
            <bdi>{label}</bdi> {mark}
          </>
        )}
      </Options>
      <span class="muted" role="status">
        {items.length === 0 ? 'Nothing has this name.' : ''}
      </span>
    </>
  );
}

/** All screens, the commands of the present view that have a key, and the commands of the account. */
function useCommands(): readonly Item[] {
  const screens = entries.value.map(({ label, tab, path }) => ({
    label: tab === undefined ? label : `${label}: ${tab}`,
    mark: null,
    run: () => go(linkTo(path)),
  }));
  return [
    ...screens,
    ...bindings.value.filter(({ keys }) => keys !== KEYS && !keys.startsWith('g ')).map(ofBinding),
    ...themes.map(([theme, text]) => ({ label: `Theme: ${text}`, mark: null, run: () => setTheme(theme) })),
    { label: 'Log out', mark: null, run: () => void logOut() },
  ];
}

function ofBinding({ does, keys, run }: KeyBinding): Item {
  return { label: does, mark: <kbd>{keys}</kbd>, run };
}

/** The objects that a text finds; without one, those that were seen lately. */
function useObjects(text: string): readonly Item[] {
  const [found, setFound] = useState<readonly Item[]>([]);
  useEffect(() => {
    if (text === '') setFound(recentObjects().map(({ id, name, kind }) => ofObject(id, name, kind)));
    return findAsTyped(text, (answer) => {
      if (answer) setFound(answer.rows.map(({ objectid, name, type }) => ofObject(objectid, name, type)));
    });
  }, [text]);
  return found;
}

function ofObject(id: string, label: string, kind: string): Item {
  return { label, mark: <KindIcon kind={kind} />, run: () => go(objectPath(id)) };
}
