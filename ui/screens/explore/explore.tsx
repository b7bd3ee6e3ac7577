import { useMemo, useRef, useState } from 'preact/hooks';
import { address } from '../../base/address.js';
import { Input } from '../../base/controls.js';
import { counted } from '../../base/format.js';
import { useKeys } from '../../base/keys.js';
import { Lazy } from '../../base/lazy.js';
import { Button } from '../../base/parts.js';
import { Ask } from '../../base/states.js';
import { folded, hidden, marked, moved, pinned, unfolded, unhidden } from '../../explore/acts.js';
import { graphIn, openCall } from '../../explore/answers.js';
import { mostBoxes } from '../../explore/scene.js';
import { placed } from '../../explore/scene-layout.js';
import { lineKey } from '../../explore/scene-shapes.js';
import type { Graph } from '../../picture/graph.js';
import { measure } from '../../picture/measure.js';
import { Canvas } from './canvas.js';
import { BoxPanel } from './panel.js';
import { type Explored, useExplored } from './use-explored.js';
import '../../picture/picture.css';
import './explore.css';

/** Objects of the address as a picture that grows. */
export function View() {
  const nodes = address.value.query.getAll('node').slice(0, mostBoxes);
  const last = useRef<readonly string[]>([]);
  const opened = useRef<readonly string[]>(nodes);
  // Acts replace the address; only another first object opens another picture.
  if (nodes[0] !== last.current[0]) opened.current = nodes;
  last.current = nodes;
  if (nodes.length === 0) return <Lazy load={loadBegin} props={{}} />;
  return (
    <Ask of={openCall(opened.current)} heading={() => 'Explore'} lines={12}>
      {({ data }) => (
        <>
          {data.gone > 0 && <p class="note">{counted(data.gone, 'object')} of it are not there any more.</p>}
          <Picture key={opened.current.join()} graph={graphIn(data)} objects={opened.current} />
        </>
      )}
    </Ask>
  );
}

function Picture({ graph, objects }: { readonly graph: Graph; readonly objects: readonly string[] }) {
  const explored = useExplored(graph, objects);
  const { scene, history, act, undo, redo } = explored;
  const drawn = useMemo(() => placed(scene, measure), [scene]);
  const [focus, setFocus] = useState<string | null>(graph.nodes.find(({ id }) => id === objects[0])?.id ?? null);
  const [line, setLine] = useState<string | null>(null);
  const [isExporting, setExporting] = useState(false);
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
        <details class="menu export" onToggle={() => setExporting(true)}>
          <summary>Export</summary>
          {isExporting && <Lazy load={loadExport} props={{ scene, placed: drawn }} />}
        </details>
      </div>
      <Message explored={explored} boxes={drawn.boxes.length} />
      <div class="explore" ref={canvas}>
        <Canvas
          scene={scene}
          placed={drawn}
          focus={chosen}
          line={line}
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

const loadBegin = () => import('./begin.js').then(({ Begin }) => Begin);

const loadLine = () => import('./line-panel.js').then(({ LinePanel }) => LinePanel);

const loadExport = () => import('./scene-export.js').then(({ SceneExport }) => SceneExport);

/** What was done last, or what can be done. */
function Message({ explored, boxes }: { readonly explored: Explored; readonly boxes: number }) {
  return (
    <p role="status" class="muted">
      {explored.message || `${counted(boxes, 'box', 'boxes')}. Arrows lead from one to another, Enter to its acts.`}
      {!explored.isWhole && ' A reload shows the first ones alone.'}
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
