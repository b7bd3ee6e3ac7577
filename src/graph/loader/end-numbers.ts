/** So many ends are remembered: more than one record names again and again, in a few tens of megabytes. */
const mostRemembered = 100_000;

interface NamedEnd {
  readonly objectid: string;
  readonly list: number;
  readonly number: number;
}

/**
 * Numbers the ends of edges, so that an edge carries two numbers and not two ids. An end that was not named for long may get another
 * number, which is as good.
 */
export class EndNumbers {
  private count = 0;
  private remembered = 0;
  private byList: Map<string, number>[] = [];
  // The ends of the edge before, the last first: the edges of a record mostly share one, which is found so in a fraction of the time.
  private last: NamedEnd | undefined;
  private lastButOne: NamedEnd | undefined;

  /** @returns the number of an end, and whether it is a new one. */
  numberOf(objectid: string, list: number): { readonly number: number; readonly isNew: boolean } {
    const again = this.namedBefore(objectid, list);
    if (again !== undefined) return { number: again, isNew: false };
    const known = this.byList[list]?.get(objectid);
    const number = known ?? this.remember(objectid, list);
    this.lastButOne = this.last;
    this.last = { objectid, list, number };
    return { number, isNew: known === undefined };
  }

  private namedBefore(objectid: string, list: number): number | undefined {
    const { last, lastButOne } = this;
    if (last?.objectid === objectid && last.list === list) return last.number;
    if (lastButOne?.objectid !== objectid || lastButOne.list !== list) return undefined;
    this.last = lastButOne;
    this.lastButOne = last;
    return lastButOne.number;
  }

  private remember(objectid: string, list: number): number {
    const number = this.next();
    if (++this.remembered > mostRemembered) {
      this.byList = [];
      this.remembered = 1;
    }
    (this.byList[list] ??= new Map()).set(objectid, number);
    return number;
  }

  /** A number that nothing else has. */
  next(): number {
    return this.count++;
  }
}
