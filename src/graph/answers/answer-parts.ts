import { FairSlots } from '../../base/scope/fair-slots.js';
import { currentScope } from '../../base/scope/request-scope.js';
import type { Rows } from '../threads/packed-rows.js';

/**
 * Parts of large answers that are in work at a time. One principal has one of them, because reading and writing it occupies the event
 * loop, on which all requests depend.
 */
const turns = new FairSlots({ total: 2, perKey: 1 });

/** Works on a long list part by part, so that other requests are answered in between. An empty list is one part. */
export async function inParts<T>(
  items: Rows<T>,
  size: number,
  work: (part: readonly T[]) => Promise<void>,
): Promise<void> {
  if (items.length <= size) return work(items.slice(0, size));
  const { question, signal, snapshot } = currentScope() ?? {};
  // A list as CSV keeps a connection, for which the holder of the turn might wait.
  const needsTurn = snapshot === undefined;
  const asker = question?.asker ?? '';
  for (let at = 0; at < items.length; at += size) {
    if (needsTurn) await turns.take(asker, signal);
    try {
      await work(items.slice(at, at + size));
    } finally {
      if (needsTurn) turns.give(asker);
    }
  }
}
