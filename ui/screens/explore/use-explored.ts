import { useEffect, useRef, useState } from 'preact/hooks';
import { ApiError, send } from '../../api/send.js';
import { address, go, linkTo } from '../../base/address.js';
import { counted } from '../../base/format.js';
import { noteVersion } from '../../base/states.js';
import { added, RefusedAct, withMore } from '../../explore/acts.js';
import { addressOf, graphIn, neighboursCall } from '../../explore/answers.js';
import { begun, changed, done, type History, redone, undone } from '../../explore/history.js';
import { type Direction, emptyScene, type Scene } from '../../explore/scene.js';
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
  /** Grows with each act, also if it is undone. */
  readonly turn: number;
  /** Changes former and later pictures, too, so that it is no act. */
  readonly change: (of: (scene: Scene) => Scene) => void;
  /** Says why the service refused. */
  readonly attempt: (work: () => Promise<void>) => Promise<void>;
  readonly undo: () => void;
  readonly redo: () => void;
  readonly expand: (of: string, direction: Direction, edge: string, count: number) => Promise<void>;
}

/** @param isKept whether the address has the picture's id, in place of its objects */
export function useExplored(start: Scene, isKept: boolean, written?: { current: string | null }): Explored {
  const [history, setHistory] = useState(() => begun(start));
  const [message, setMessage] = useState('');
  const latest = useRef(history);
  latest.current = history;
  const turn = useRef(0);
  const { scene } = history.present;
  const { node, isWhole } = addressOf(scene);
  useEffect(() => {
    const shown = address.peek().query.getAll('node');
    if (isKept || scene.nodes.size === 0 || node.join() === shown.join()) return;
    if (written) written.current = node.join();
    go(linkTo('/explore', { node }), 'replace');
  }, [scene]);
  const show = (next: History, text: string) => {
    latest.current = next;
    turn.current++;
    setHistory(next);
    setMessage(text);
  };
  const change: Explored['change'] = (of) => {
    latest.current = changed(latest.current, of);
    setHistory(latest.current);
  };
  const act: Explored['act'] = (name, draw) => {
    try {
      const next = draw(latest.current.present.scene);
      if (next !== latest.current.present.scene) show(done(latest.current, name, next), name);
    } catch (error) {
      if (!(error instanceof RefusedAct)) throw error;
      setMessage(error.message);
    }
  };
  const attempt: Explored['attempt'] = async (work) => {
    try {
      await work();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setMessage(error.faults.map(({ message: text }) => text).join('; '));
    }
  };
  return {
    history,
    scene,
    message,
    isWhole,
    turn: turn.current,
    say: setMessage,
    act,
    change,
    attempt,
    undo: () => show(undone(latest.current), `Undone: ${latest.current.present.act}`),
    redo: () => show(redone(latest.current), `Done again: ${latest.current.future[0]?.act ?? ''}`),
    expand: (of, direction, edge) =>
      attempt(async () => {
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
  };
}

/** The first object stands in the first layer, the others beside those that they have edges to. */
export function begunWith({ nodes, edges }: Graph, [first]: readonly string[]): Scene {
  const start = nodes.filter(({ id }) => id.toUpperCase() === first?.toUpperCase());
  const begin = added(emptyScene, { nodes: start, edges: [] });
  return added(begin, { nodes, edges });
}
