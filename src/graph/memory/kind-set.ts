import { lastKind } from '../kinds/kind-catalogue.js';

/** By kind: 1 if it is in the set. Null: all kinds. */
export type KindSet = Uint8Array | null;

export function kindSetOf(kinds: readonly number[] | null): KindSet {
  if (!kinds) return null;
  const set = new Uint8Array(lastKind + 1);
  for (const kind of kinds) set[kind] = 1;
  return set;
}
