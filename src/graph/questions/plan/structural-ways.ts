import { numberLists } from './number-lists.js';
import type { PlanSteps } from './plan-model.js';

/** A way of each of these accounts over steps that nobody cuts, as the numbers of the steps. */
export function structuralWays(
  { size, from, to, set, sets, isEnd }: PlanSteps,
  accounts: readonly number[],
): number[][] {
  const into = numberLists(size, to);
  const next = new Int32Array(size).fill(-1);
  const queue: number[] = [];
  for (const [node, it] of isEnd.entries()) if (it) queue.push(node);
  const isReached = isEnd.slice();
  for (const node of queue)
    for (let at = into.start[node]!; at < into.start[node + 1]!; at++) {
      const step = into.list[at]!;
      const other = from[step]!;
      if (isReached[other] === 1 || sets[set[step]!]!.length > 0) continue;
      isReached[other] = 1;
      next[other] = step;
      queue.push(other);
    }
  return accounts.map((account) => {
    const way: number[] = [];
    for (let step = next[account]!; step >= 0; step = next[to[step]!]!) way.push(step);
    return way;
  });
}
