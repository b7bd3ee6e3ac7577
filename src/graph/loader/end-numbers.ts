/** So many ends are remembered: more than one record names again and again, in a few tens of megabytes. */
const mostRemembered = 100_000;

/**
 * Numbers the ends of edges, so that an edge carries two numbers and not two ids. An end that was not named for long may get another
 * number, which is as good.
 */
export class EndNumbers {
  private count = 0;
  private remembered = 0;
  private byList: Map<string, number>[] = [];

  /** @returns the number of an end, and whether it is a new one. */
  numberOf(objectid: string, list: number): { readonly number: number; readonly isNew: boolean } {
    const known = this.byList[list]?.get(objectid);
    if (known !== undefined) return { number: known, isNew: false };
    const number = this.next();
    if (++this.remembered > mostRemembered) {
      this.byList = [];
      this.remembered = 1;
    }
    (this.byList[list] ??= new Map()).set(objectid, number);
    return { number, isNew: true };
  }

  /** A number that nothing else has. */
  next(): number {
    return this.count++;
  }
}
