import { useEffect, useRef, useState } from 'preact/hooks';
import { call } from '../../api/call.js';
import { ApiError, send } from '../../api/send.js';
import { address, go, linkTo } from '../../base/address.js';
import { counted } from '../../base/format.js';
import { noteVersion } from '../../base/states.js';
import { added, RefusedAct, withMore } from '../../explore/acts.js';
import { addCall, addressOf, graphIn, mostNew, neighboursCall } from '../../explore/answers.js';
import { begun, done, type History, redone, undone } from '../../explore/history.js';
import { type Direction, emptyScene, type Scene, type SceneBox } from '../../explore/scene.js';
import type { Graph } from '../../picture/graph.js';

/** A picture that people explore, with what can be done with it. */
export interface Explored {
  readonly history: History;
  readonly scene: Scene;
  /** What was done last, or why it was refused. */
  readonly message: string;
  /** Whether all objects are in the address. */
  readonly isWhole: boolean;
  readonly say: (message: string) => void;
  readonly act: (name: string, change: (scene: Scene) => Scene) => void;
  readonly undo: () => void;
  readonly redo: () => void;
  readonly expand: (of: string, direction: Direction, edge: string, count: number) => Promise<void>;
  readonly take: (objects: readonly string[], from: Extract<SceneBox, { kind: 'more' }>) => Promise<void>;
  readonly add: (objects: readonly string[]) => Promise<void>;
  readonly connect: (from: readonly string[], to: readonly string[]) => Promise<void>;
}

/** @param isKept whether the address has the picture's id, in place of its objects */
export function useExplored(start: Scene, isKept: boolean): Explored {
  const [history, setHistory] = useState(() => begun(start));
  const [message, setMessage] = useState('');
  const latest = useRef(history);
  latest.current = history;
  const { scene } = history.present;
  const { node, isWhole } = addressOf(scene);
  useEffect(() => {
    const shown = address.peek().query.getAll('node');
    if (!isKept && scene.nodes.size > 0 && node.join('\n') !== shown.join('\n'))
      go(linkTo('/explore', { node }), 'replace');
  }, [scene]);
  const show = (next: History, text: string) => {
    latest.current = next;
    setHistory(next);
    setMessage(text);
  };
  const act: Explored['act'] = (name, change) => {
    try {
      const next = change(latest.current.present.scene);
      if (next !== latest.current.present.scene) show(done(latest.current, name, next), name);
    } catch (error) {
      if (!(error instanceof RefusedAct)) throw error;
      setMessage(error.message);
    }
  };
  const asking = async (work: () => Promise<void>) => {
    try {
      await work();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setMessage(error.faults.map(({ message: text }) => text).join('; '));
    }
  };
  const add: Explored['add'] = (ids) =>
    asking(async () => {
      const { answer, version } = await send(addCall(latest.current.present.scene, ids));
      noteVersion(version);
      act(`Added ${counted(Math.min(ids.length, mostNew), 'object')}`, (it) => added(it, graphIn(answer.data)));
    });
  return {
    history,
    scene,
    message,
    isWhole,
    say: setMessage,
    act,
    undo: () => show(undone(latest.current), `Undone: ${latest.current.present.act}`),
    redo: () => show(redone(latest.current), `Done again: ${latest.current.future[0]?.act ?? ''}`),
    add,
    expand: (of, direction, edge) =>
      asking(async () => {
        const { answer, version } = await send(neighboursCall(latest.current.present.scene, { of, direction, edge }));
        noteVersion(version);
        const { data } = answer;
        const found = graphIn(data);
        const name = scene.nodes.get(of)?.name ?? of;
        // Many come as one box, from which they are taken out.
        const isMany = data.count > found.nodes.length;
        act(`Expanded ${counted(data.count, 'neighbour')} of ${name} by ${edge}`, (it) =>
          isMany ? withMore(it, of, direction, edge, data.count) : added(it, found, { of, direction }),
        );
      }),
    take: (ids, { of, direction, edge, count }) =>
      asking(async () => {
        const { answer, version } = await send(addCall(latest.current.present.scene, ids));
        noteVersion(version);
        const found = graphIn(answer.data);
        act(`Took out ${counted(found.nodes.length, 'object')}`, (it) =>
          withMore(added(it, found, { of, direction }), of, direction, edge, Math.max(0, count - found.nodes.length)),
        );
      }),
    connect: (from, to) =>
      asking(async () => {
        const query = { start_node: [...from], end_node: [...to], only_traversable: true, max_nodes: mostNew };
        const { answer } = await send(call('GET /api/v2/graphs/shortest-path', { query }));
        const known = latest.current.present.scene.nodes;
        const fresh = Object.values(answer.data.nodes).map(({ objectId }) => objectId);
        const missing = fresh.filter((id) => !known.has(id));
        if (missing.length === 0)
          setMessage(
            answer.data.stub
              ? 'A path leads over objects that your account does not see.'
              : 'All shortest paths are shown already.',
          );
        else await add(missing);
      }),
  };
}

/** The first object stands in the first layer, the others beside those that they have edges to. */
export function begunWith({ nodes, edges }: Graph, [first]: readonly string[]): Scene {
  const start = nodes.filter(({ id }) => id.toUpperCase() === first?.toUpperCase());
  const begin = added(emptyScene, { nodes: start, edges: [] });
  return added(begin, { nodes, edges });
}
