import { accountKinds } from '../kinds/kind-definitions.js';
import type { MemoryGraph } from '../memory/memory-graph.js';

/** Ids of accounts, four bytes each, big-endian. */
export interface AccountIds {
  readonly disabled: Uint8Array;
  /** Accounts of which it is not known whether they are enabled. */
  readonly unknown: Uint8Array;
}

/** By place: 0 for other nodes and disabled accounts. */
export const Account = { Enabled: 1, Unknown: 2 } as const;

const ofAccounts: ReadonlySet<number> = new Set(accountKinds);

export function isAccountKind(kind: number): boolean {
  return ofAccounts.has(kind);
}

/** Marks the accounts, by place. One of which it is not known whether it is enabled counts as enabled. */
export function accountMarks(graph: MemoryGraph, { disabled, unknown }: AccountIds): Uint8Array {
  const marks = new Uint8Array(graph.size);
  for (let node = 0; node < graph.size; node++) if (isAccountKind(graph.kindOf(node))) marks[node] = Account.Enabled;
  const mark = (ids: Uint8Array, value: number) => {
    const view = new DataView(ids.buffer, ids.byteOffset, ids.byteLength);
    for (let at = 0; at < ids.length; at += 4) {
      const node = graph.placeOf(view.getInt32(at));
      if (node >= 0 && marks[node] !== 0) marks[node] = value;
    }
  };
  mark(unknown, Account.Unknown);
  mark(disabled, 0);
  return marks;
}
