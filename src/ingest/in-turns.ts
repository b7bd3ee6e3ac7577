/** What the work on one item is told of its neighbours. */
export interface Turn {
  /** The work on the item before; it may still be going on. */
  readonly before: Promise<unknown> | undefined;
  /** Lets the work on the next item begin. Where it is not called, that begins when this one has ended. */
  readonly next: () => void;
}

/**
 * Works on items in their order, on two at a time at most: on one that has let the next begin, and on that one.
 * @throws the first failure, when nothing goes on any more; items after it are not begun
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
