/** Coordinates the work on one item with its neighbours. */
export interface Turn {
  /** The work on the previous item, which may still run. */
  readonly before: Promise<unknown> | undefined;
  /** Starts the work on the next item. Without a call, it starts when this work ends. */
  readonly next: () => void;
}

/**
 * Works on items in order, on at most two at a time: the second starts when the first calls `next`.
 * @throws the first error, after all started work has ended; later items are not started
 */
export async function inTurns<Item, Result>(
  items: Iterable<Item>,
  work: (item: Item, turn: Turn) => Promise<Result>,
): Promise<Result[]> {
  const begun: Promise<Result>[] = [];
  try {
    for (const item of items) {
      await begun.at(-2);
      await new Promise<void>((goOn, fail) => {
        const working = work(item, { before: begun.at(-1), next: goOn });
        begun.push(working);
        working.then(() => goOn(), fail);
      });
    }
  } finally {
    await Promise.allSettled(begun);
  }
  return Promise.all(begun);
}
