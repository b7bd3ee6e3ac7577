import type { ComponentType } from 'preact';
import { useMemo, useRef, useState } from 'preact/hooks';
import { Input } from '../../base/controls.js';
import { counted } from '../../base/format.js';
import { useKeys } from '../../base/keys.js';
import { Lazy } from '../../base/lazy.js';
import { Button } from '../../base/parts.js';
import { folded, hidden, marked, moved, noted, pinned, unfolded, unhidden } from '../../explore/acts.js';
import type { Scene } from '../../explore/scene.js';
import { placed } from '../../explore/scene-layout.js';
import { lineKey } from '../../explore/scene-shapes.js';
import { measure } from '../../picture/measure.js';
import type { Window } from '../../picture/window.js';
import { Canvas } from './canvas.js';
import { BoxPanel } from './panel.js';
import { type Explored, useExplored } from './use-explored.js';
import { type Kept, useKept } from './use-kept.js';
import '../../picture/picture.css';
import './explore.css';

export interface PictureProps {
  readonly start: Scene;
  readonly kept: Kept | null;
  /** What was on the screen when it was kept. */
  readonly view: Window | null;
  readonly onKept: (id: string) => void;
}

export function Picture({ start, kept: initial, view: initialView, onKept }: PictureProps) {
  const view = useRef(initialView);
  const [isKept, setKept] = useState(initial !== null);
  const explored = useExplored(start, isKept);
  const { scene, history, act, undo, redo } = explored;
  const { name, keep } = useKept(scene, initial, {
    isTooLong: !explored.isWhole,
    view,
    onKept: (id) => {
      setKept(true);
      onKept(id);
    },
    onFailure: explored.say,
  });
  const drawn = useMemo(() => placed(scene, measure), [scene]);
  const [focus, setFocus] = useState<string | null>([...start.boxes.keys()][0] ?? null);
  const [line, setLine] = useState<string | null>(null);
  const [isListed, setListed] = useState(false);
  const panel = useRef<HTMLElement>(null);
  const canvas = useRef<HTMLDivElement>(null);
  useKeys([
    { keys: 'Ctrl+Z', does: 'Undo', run: () => unlessTyping(undo) },
    { keys: 'Ctrl+Y', does: 'Do again', run: () => unlessTyping(redo) },
  ]);
  const chosen = focus !== null && drawn.boxes.some(({ key }) => key === focus) ? focus : null;
  const link = drawn.links.find((it) => lineKey(it) === line);
  const nameOf = (key: string) => drawn.boxes.find((it) => it.key === key)?.name ?? key;
  const choose = (key: string) => {
    setFocus(key);
    setLine(null);
  };
  const backToPicture = () => canvas.current?.querySelector<HTMLElement>('[role="application"]')?.focus();
  const mark = (key: string) =>
    act(`${scene.marked.has(key) ? 'Unmarked' : 'Marked'} ${nameOf(key)}`, (it) => marked(it, key));
  const move = (key: string, to: 'up' | 'down' | 'former' | 'next') =>
    act(`Moved ${nameOf(key)}`, (it) => moved(it, key, to));
  return (
    <>
      <div class="row" role="toolbar" aria-label="Picture">
        <Button label="Undo" isDisabled={history.past.length === 0} run={undo} />
        <Button label="Do again" isDisabled={history.future.length === 0} run={redo} />
        <Find names={drawn.boxes} onFind={(key) => (choose(key), backToPicture())} />
        <MarkedActs explored={explored} />
        {scene.hidden.size > 0 && (
          <Button
            label={`Show ${counted(scene.hidden.size, 'hidden box', 'hidden boxes')}`}
            run={() => act('Showed what was hidden', unhidden)}
          />
        )}
        <Menu title="Kinds" load={loadKinds} props={{ scene, act }} />
        <Menu title={name || 'Keep'} load={loadKeep} props={{ name, keep, say: explored.say }} />
        <Menu title="Export" load={loadExport} props={{ scene, placed: drawn }} />
      </div>
      <Message explored={explored} boxes={drawn.boxes.length} />
      <div class="explore" ref={canvas}>
        <Canvas
          scene={scene}
          placed={drawn}
          focus={chosen}
          line={line}
          shown={view}
          onFocus={choose}
          onLine={setLine}
          onMark={mark}
          onMove={move}
          onMenu={() => panel.current?.querySelector<HTMLElement>('button, a')?.focus()}
        />
        <aside ref={panel} aria-label="Chosen box" onKeyDown={({ key }) => key === 'Escape' && backToPicture()}>
          {link && <Lazy key={line} load={loadLine} props={{ scene, link }} />}
          {!link && chosen !== null && (
            <BoxPanel
              {...explored}
              key={chosen}
              chosen={chosen}
              mark={mark}
              move={move}
              hide={(keys) => act(`Hid ${keys.map(nameOf).join(', ')}`, (it) => hidden(it, keys))}
              fold={(keys) => act(`Folded ${counted(keys.length, 'box', 'boxes')}`, (it) => folded(it, keys))}
              unfold={(key) => act(`Unfolded ${nameOf(key)}`, (it) => unfolded(it, key))}
              note={(key, text) => act(`Noted on ${nameOf(key)}`, (it) => noted(it, key, text))}
              pin={(key) => {
                const y = drawn.boxes.find((it) => it.key === key)?.y ?? 0;
                act(`${scene.pinned.has(key) ? 'Unpinned' : 'Pinned'} ${nameOf(key)}`, (it) => pinned(it, key, y));
              }}
            />
          )}
        </aside>
      </div>
      <details onToggle={() => setListed(true)}>
        <summary>Boxes, edges and acts as lists</summary>
        {isListed && <Lazy load={loadLists} props={{ placed: drawn, history, nameOf, choose }} />}
      </details>
    </>
  );
}

const loadLists = () => import('./scene-lists.js').then(({ SceneLists }) => SceneLists);

const loadKeep = () => import('./keep.js').then(({ Keep }) => Keep);

const loadKinds = () => import('./kinds.js').then(({ Kinds }) => Kinds);

const loadLine = () => import('./line-panel.js').then(({ LinePanel }) => LinePanel);

const loadExport = () => import('./scene-export.js').then(({ SceneExport }) => SceneExport);

interface MenuProps<Props> {
  readonly title: string;
  readonly load: () => Promise<ComponentType<Props>>;
  readonly props: Props;
}

/** Its code is loaded when it is first opened. */
function Menu<Props extends object>({ title, load, props }: MenuProps<Props>) {
  const [isOpened, setOpened] = useState(false);
  return (
    <details class="menu export" onToggle={() => setOpened(true)}>
      <summary>{title}</summary>
      {isOpened && <Lazy load={load} props={props} />}
    </details>
  );
}

/** What was done last, or what can be done. */
function Message({ explored, boxes }: { readonly explored: Explored; readonly boxes: number }) {
  return (
    <p role="status" class="muted">
      {explored.message || `${counted(boxes, 'box', 'boxes')}. Arrows lead from one to another, Enter to its acts.`}
    </p>
  );
}

/** Text fields have an undo of their own. */
function unlessTyping(run: () => void): void {
  if (!document.activeElement?.closest('input, textarea, select')) run();
}

interface FindProps {
  readonly names: readonly { readonly key: string; readonly name: string }[];
  readonly onFind: (key: string) => void;
}

function Find({ names, onFind }: FindProps) {
  const find = (text: string) => {
    const wanted = text.trim().toUpperCase();
    const found = wanted === '' ? undefined : names.find(({ name }) => name.toUpperCase().includes(wanted));
    if (found) onFind(found.key);
  };
  return <Input label="Find in picture" type="search" value="" onEnter={find} />;
}

/** What is done with all marked boxes. */
function MarkedActs({ explored: { scene, act, connect } }: { readonly explored: Explored }) {
  const keys = [...scene.marked];
  const objects = keys.filter((key) => scene.nodes.has(key));
  const [first, ...others] = objects;
  if (keys.length === 0) return null;
  const count = counted(keys.length, 'marked box', 'marked boxes');
  return (
    <>
      {first !== undefined && others.length > 0 && (
        <Button label="Paths between the marked" run={() => connect([first], others)} />
      )}
      {first !== undefined && others.length > 0 && (
        <Button label="Swapped" about="Paths between the marked, swapped" run={() => connect(others, [first])} />
      )}
      {keys.length > 1 && (
        <Button label={`Fold ${count}`} run={() => act(`Folded ${count}`, (it) => folded(it, keys))} />
      )}
      <Button label={`Hide ${count}`} run={() => act(`Hid ${count}`, (it) => hidden(it, keys))} />
    </>
  );
}
