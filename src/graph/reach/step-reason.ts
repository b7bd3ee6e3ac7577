import { State } from './container-states.js';

/** Bits of the flags of an edge on a path ({@link PathEdge}): why a walk leads out of a container over it. Above those of stored edges. */
const reasons: readonly (readonly [state: State, flag: number, text: string])[] = [
  [State.Policy, 1 << 8, 'a policy that is linked above'],
  [State.Enforced, 1 << 9, 'a policy by a link that is or can be enforced'],
  [State.Entries, 1 << 10, 'permissions that it inherits'],
  [State.Whole, 1 << 11, 'the secrets of the whole domain'],
];

/** @param state of the container, as far as it leads to the end of the step */
export function reasonFlag(state: State): number {
  return reasons.find(([of]) => of === state)?.[1] ?? 0;
}

/** @returns null for an edge that needs no reason */
export function stepReason(flags: number): string | null {
  const texts = reasons.flatMap(([, flag, text]) => (flags & flag ? [text] : []));
  return texts.length === 0 ? null : texts.join(', or ');
}
