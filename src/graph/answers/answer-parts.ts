import pLimit from 'p-limit';
import { FairSlots } from '../../base/scope/fair-slots.js';
import { currentScope } from '../../base/scope/request-scope.js';
import type { Rows } from '../threads/packed-rows.js';

/** Large answers of a principal are made one after the other, so that few are in memory. The event loop, on which all requests depend, works on two parts. */
class Turns {
  readonly answers = new FairSlots({ total: Infinity, perKey: 1 });
  readonly parts = pLimit(2);
}

const turns = new Turns();

/** Lists as CSV have their own: they keep a connection, for which the holder of another turn might wait. */
const turnsOfCsv = new Turns();

/** @returns the bytes of all */
export function sizeOf(parts: Iterable<Uint8Array>): number {
  let bytes = 0;
  for (const { length } of parts) bytes += length;
  return bytes;
}

/** Works on a long list part by part, so that other requests are answered in between. An empty list is one part. */
export async function inParts<T>(
  items: Rows<T>,
  size: number,
  work: (part: readonly T[]) => Promise<void>,
): Promise<void> {
  if (items.length <= size) return work(items.slice(0, size));
  const { question, signal, snapshot } = currentScope() ?? {};
  const { answers, parts } = snapshot ? turnsOfCsv : turns;
  const asker = question?.asker ?? '';
  await answers.take(asker, signal);
  try {
    for (let at = 0; at < items.length; at += size) await parts(() => work(items.slice(at, at + size)));
  } finally {
    answers.give(asker);
  }
}
