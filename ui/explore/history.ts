import type { Scene } from './scene.js';

/** An act that led to a picture. */
export interface Entry {
  readonly act: string;
  readonly scene: Scene;
}

/** Pictures before and after the present one. */
export interface History {
  readonly past: readonly Entry[];
  readonly present: Entry;
  readonly future: readonly Entry[];
}

/** Acts that can be undone. */
export const mostActs = 100;

export function begun(scene: Scene): History {
  return { past: [], present: { act: 'Begin', scene }, future: [] };
}

export function done({ past, present }: History, act: string, scene: Scene): History {
  return { past: [...past, present].slice(-mostActs), present: { act, scene }, future: [] };
}

export function undone(history: History): History {
  const { past, present, future } = history;
  const former = past.at(-1);
  return former ? { past: past.slice(0, -1), present: former, future: [present, ...future] } : history;
}

export function redone(history: History): History {
  const { past, present, future } = history;
  const [next, ...others] = future;
  return next ? { past: [...past, present], present: next, future: others } : history;
}

/** Changes all pictures. */
export function changed({ past, present, future }: History, change: (scene: Scene) => Scene): History {
  const entry = ({ act, scene }: Entry): Entry => ({ act, scene: change(scene) });
  return { past: past.map(entry), present: entry(present), future: future.map(entry) };
}
