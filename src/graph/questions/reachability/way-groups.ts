import type { FirstSteps } from './former-graph.js';

export type PlacedEdge = readonly [source: number, kind: number, target: number];

/** Accounts whose way was opened by the same edge. */
export interface WayGroup {
  /** Null: no edge of the ways is new, or they are hidden. */
  readonly edge: PlacedEdge | null;
  /** Whether all their ways lead over nodes that the caller does not see. */
  readonly isHidden: boolean;
  readonly accounts: number;
  /** The account with the shortest way. */
  readonly first: number;
}

/**
 * Groups accounts by the new edge of their way that is nearest to its end. Ways run together, so each node is looked at once.
 * @param exposed the shortest ways first
 * @returns the largest groups first
 */
export function groupedByEdge(
  exposed: readonly number[],
  stepsOf: (account: number) => FirstSteps,
  isNew: (...edge: PlacedEdge) => boolean,
): WayGroup[] {
  const known = new Map<FirstSteps, Map<number, PlacedEdge | null>>();
  const openedBy = (account: number): PlacedEdge | null => {
    const steps = stepsOf(account);
    let opened = known.get(steps);
    if (!opened) known.set(steps, (opened = new Map()));
    const passed: number[] = [];
    let node = account;
    for (; steps.isEnd[node] === 0 && !opened.has(node); node = steps.next[node]!) passed.push(node);
    let edge = opened.get(node) ?? null;
    for (const source of passed.toReversed()) {
      const step = [source, steps.kind[source]!, steps.next[source]!] as const;
      edge ??= isNew(...step) ? step : null;
      opened.set(source, edge);
    }
    return edge;
  };
  const groups = new Map<string, WayGroup & { accounts: number }>();
  for (const account of exposed) {
    const isHidden = stepsOf(account).next[account] === -1;
    const edge = isHidden ? null : openedBy(account);
    const key = edge?.join(' ') ?? String(isHidden);
    const group = groups.get(key);
    if (group) group.accounts++;
    else groups.set(key, { edge, isHidden, accounts: 1, first: account });
  }
  return [...groups.values()].toSorted((one, other) => other.accounts - one.accounts || one.first - other.first);
}
