import { accountKinds } from '../../kinds/kind-definitions.js';
import type { MemoryGraph } from '../../memory/memory-graph.js';

/** By place: 0 for other nodes and disabled accounts. Unknown: it is not known whether the account is enabled. */
export const Account = { Enabled: 1, Unknown: 2 } as const;

const ofAccounts: ReadonlySet<number> = new Set(accountKinds);

export function isAccountKind(kind: number): boolean {
  return ofAccounts.has(kind);
}

/**
 * Marks the accounts, by place. An account counts as enabled unless it is known to be disabled.
 * @param among ids of the nodes that may be marked; null: all
 */
export function accountMarks(graph: MemoryGraph, among: readonly number[] | null = null): Uint8Array {
  const counted = among && new Set(graph.nodesOf(among));
  const marks = new Uint8Array(graph.size);
  const isEnabled = graph.property('enabled');
  for (let node = 0; node < graph.size; node++) {
    if (!isAccountKind(graph.kindOf(node)) || counted?.has(node) === false) continue;
    const enabled = isEnabled?.(node);
    if (enabled !== false) marks[node] = enabled === true ? Account.Enabled : Account.Unknown;
  }
  return marks;
}
