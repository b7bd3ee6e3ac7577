import type { ComponentType } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { Input } from '../../base/controls.js';
import { counted } from '../../base/format.js';
import { useKeys } from '../../base/keys.js';
import { Lazy } from '../../base/lazy.js';
import { Button } from '../../base/parts.js';
import { reloads } from '../../base/session.js';
import { isGraphNewer } from '../../base/states.js';
import { folded, hidden, marked, moved, noted, pinned, unfolded, unhidden } from '../../explore/acts.js';
import type { Scene } from '../../explore/scene.js';
import { placed } from '../../explore/scene-layout.js';
import { lineKey } from '../../explore/scene-shapes.js';
import { measure } from '../../picture/measure.js';
import type { Window } from '../../picture/window.js';
import { Canvas } from './canvas.js';
import { BoxPanel } from './panel.js';
import type { AskedGroup } from './panel-props.js';
import { type Explored, useExplored } from './use-explored.js';
import { type Kept, useKept } from './use-kept.js';
import '../../picture/picture.css';
import './explore.css';

export interface PictureProps {
  readonly start: Scene;
  readonly kept: Kept | null;
  /** What was on the screen when it was kept. */
  readonly view: Window | null;
  /** Version of the graph that it shows, if there is a newer one. */
  readonly version: number | null;
  readonly onKept: (id: string) => void;
  /** Keeps the objects that acts wrote into the address. */
  readonly written?: { current: string | null };
}

export function Picture({ start, kept: initial, view: initialView, version, onKept, written }: PictureProps) {
  const view = useRef(initialView);
  const [isKept, setKept] = useState(initial !== null);
  const explored = useExplored(start, isKept, written);
  const { scene, history, act, undo, redo } = explored;
  const drawnAt = useRef(version);
  const { name, keep, saveOwn } = useKept(explored, initial, {
    view,
    drawnAt,
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
  const [asked, ask] = useState<AskedGroup>();
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
  useFocus(explored, backToPicture);
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
        {scene.marked.size > 0 && <Lazy load={loadMarkedActs} props={explored} />}
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
      <Renewal
        explored={explored}
        onReloaded={() => {
          drawnAt.current = null;
          saveOwn();
        }}
      />
      {asked && <Lazy load={loadGroupNotes} props={{ explored, asked, leave: backToPicture }} />}
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
              askGroup={ask}
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
        {isListed && <Lazy load={loadLists} props={{ placed: drawn, history, nameOf, choose, chooseLine: setLine }} />}
      </details>
    </>
  );
}

const loadRenewal = () => import('./renewal-note.js').then(({ RenewalNote }) => RenewalNote);

const loadGroupNotes = () => import('./group-notes.js').then(({ GroupNotes }) => GroupNotes);

const loadMarkedActs = () => import('./marked-acts.js').then(({ MarkedActs }) => MarkedActs);

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

/** The focus goes back to the picture if the button of an act goes with it. */
function useFocus({ scene, turn }: Explored, back: () => void): void {
  useEffect(() => {
    if (turn > 0 && document.activeElement === document.body) back();
  }, [scene]);
}

interface RenewalProps {
  readonly explored: Explored;
  readonly onReloaded: () => void;
}

/** What came and went, once there is a newer graph. */
function Renewal({ explored, onReloaded }: RenewalProps) {
  const [round] = useState(() => reloads.peek());
  const { came, went } = explored.scene;
  if (!isGraphNewer() && reloads.value === round && came.size + went.size === 0) return null;
  return <Lazy load={loadRenewal} props={{ explored, round, onReloaded }} />;
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
