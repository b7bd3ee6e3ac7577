import { useEffect, useRef, useState } from 'preact/hooks';
import { call } from '../../api/call.js';
import { ApiError, send } from '../../api/send.js';
import { go, linkTo } from '../../base/address.js';
import { graphVersion } from '../../base/states.js';
import type { Window } from '../../picture/window.js';
import type { Explored } from './use-explored.js';

/** A picture that the service keeps. */
export interface Kept {
  readonly id: string;
  readonly name: string | null;
  /** Another account's picture goes on in a copy. */
  readonly isOwn: boolean;
}

interface KeepOptions {
  readonly view: { readonly current: Window | null };
  /** Version of the graph that the picture shows; null: that of the answers. */
  readonly drawnAt: { readonly current: number | null };
  /** Is called before the address changes. */
  readonly onKept: (id: string) => void;
  readonly onFailure: (message: string) => void;
}

/** Milliseconds between an act and its saving. */
const pause = 1000;

/** Saves a picture after each act once its address is too long, or once it is kept. */
export function useKept(
  { scene, turn: act, isWhole }: Explored,
  initial: Kept | null,
  { view, drawnAt, onKept, onFailure }: KeepOptions,
) {
  const [kept, setKept] = useState(initial);
  const latest = useRef({ scene, act, kept });
  Object.assign(latest.current, { scene, act });
  const saved = useRef(initial ? 0 : null);
  const turn = useRef<Promise<void>>(Promise.resolve());
  /** @param name undefined: it stays */
  const save = async (name?: string) => {
    const { stateOf } = await import('../../explore/kept.js');
    const { scene: now, act: last, kept: former } = latest.current;
    const state = stateOf(now, view.current, drawnAt.current ?? graphVersion.peek()?.shown);
    saved.current = last;
    const own = former?.isOwn ? former : null;
    const body = { state, ...(name !== undefined && { name }) };
    const { answer } = own
      ? await send(call('PATCH /api/v2/pictures/{picture_id}', { path: { picture_id: own.id }, body }))
      : await send(call('POST /api/v2/pictures', { body }));
    const next = { id: answer.data.id, name: answer.data.name, isOwn: true };
    latest.current.kept = next;
    setKept(next);
    if (own) return;
    onKept(next.id);
    if (isOnScreen.current) go(linkTo('/explore', { picture: next.id }), 'replace');
  };
  const isOnScreen = useRef(true);
  /** One after another, so that a picture is created once. */
  const inTurn = (name?: string) => {
    const next = turn.current.then(() => save(name));
    turn.current = next.catch(() => {});
    return next;
  };
  const saveUnasked = () =>
    void inTurn().catch((error: unknown) => {
      if (!(error instanceof ApiError)) throw error;
      onFailure(`Not saved: ${error.message}`);
    });
  const isDue = saved.current !== act && (kept !== null || !isWhole);
  useEffect(() => {
    if (!isDue) return undefined;
    const timer = setTimeout(saveUnasked, pause);
    return () => clearTimeout(timer);
  }, [act, kept]);
  useEffect(
    () => () => {
      isOnScreen.current = false;
      const { act: last, kept: at } = latest.current;
      if (at?.isOwn && saved.current !== last) saveUnasked();
    },
    [],
  );
  const saveOwn = () => {
    if (latest.current.kept?.isOwn) saveUnasked();
  };
  return { name: kept?.name ?? '', keep: inTurn, saveOwn };
}
