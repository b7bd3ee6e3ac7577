interface Step {
  /** Index of the list that ends here. */
  index: number;
  readonly next: Map<string, Step>;
}

/** Numbers the distinct lists of kinds of a batch. */
export class KindLists {
  readonly all: (readonly string[])[] = [];
  private readonly start = step();

  /** Follows one name after the other, because a text of all names would have to be built each time. */
  indexOf(names: readonly string[]): number {
    let at = this.start;
    for (const name of names) {
      let next = at.next.get(name);
      if (!next) at.next.set(name, (next = step()));
      at = next;
    }
    if (at.index === -1) at.index = this.all.push(names) - 1;
    return at.index;
  }
}

function step(): Step {
  return { index: -1, next: new Map() };
}
