import type { KnownRecord } from './known-records.js';

/** What the records of one payload have given so far, over all its batches. */
export class PayloadState {
  private readonly lists = new Map<number, Set<number>>();
  private readonly records = new Set<number>();
  private readonly passed = new Set<number>();
  private undo: (() => void)[] = [];

  /** Notes a list that is given whole. @returns whether the payload gave it before */
  giveList(owner: number, list: number): boolean {
    let owners = this.lists.get(list);
    if (!owners) this.lists.set(list, (owners = new Set()));
    return !this.add(owners, owner);
  }

  /** Notes a record that is passed over. */
  pass({ id }: KnownRecord): void {
    this.add(this.records, id);
    this.add(this.passed, id);
  }

  hasPassed(id: number): boolean {
    return this.passed.has(id);
  }

  /** Notes a record that is written. @returns whether the payload had it before */
  giveRecord(id: number): boolean {
    return !this.add(this.records, id);
  }

  /** The batch is in the graph. */
  commit(): void {
    this.undo = [];
  }

  /** The batch is not in the graph. */
  abandon(): void {
    for (const undo of this.undo) undo();
    this.undo = [];
  }

  private add(to: Set<number>, value: number): boolean {
    if (to.has(value)) return false;
    to.add(value);
    this.undo.push(() => to.delete(value));
    return true;
  }
}
