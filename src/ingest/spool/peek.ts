export interface Peeked {
  /** As much of the beginning as was asked for; all of it where there is not as much. */
  readonly head: Buffer;
  /** All of it, the head included. To be read to its end, or returned from. */
  readonly chunks: AsyncGenerator<Uint8Array>;
}

/** Looks at the beginning of what is still to come. */
export async function peek(source: AsyncIterable<Uint8Array>, isEnough: (head: Buffer) => boolean): Promise<Peeked> {
  const iterator = source[Symbol.asyncIterator]();
  let head = Buffer.alloc(0);
  while (!isEnough(head)) {
    const next = await iterator.next();
    if (next.done) break;
    head = Buffer.concat([head, next.value]);
  }
  return { head, chunks: joined(head, iterator) };
}

async function* joined(head: Buffer, iterator: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    if (head.length > 0) yield head;
    for (let next = await iterator.next(); !next.done; next = await iterator.next()) yield next.value;
  } finally {
    await iterator.return?.();
  }
}
