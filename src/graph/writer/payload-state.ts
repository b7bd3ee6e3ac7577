import type { KnownRecord } from './known-records.js';

/** The lists and records of one payload so far, over all its batches. */
export class PayloadState {
  private readonly lists = new Map<number, Set<number>>();
  private readonly records = new Set<number>();
  private readonly passed = new Set<number>();
  /** By the batch that is being written. */
  private added: (readonly [to: Set<number>, value: number])[] = [];

  /** Adds a whole list. @returns whether the payload gave it before */
  giveList(owner: number, list: number): boolean {
    let owners = this.lists.get(list);
    if (!owners) this.lists.set(list, (owners = new Set()));
    return !this.add(owners, owner);
  }

  /** Adds a record that is passed over. */
  pass({ id }: KnownRecord): void {
    this.add(this.records, id);
    this.add(this.passed, id);
  }

  hasPassed(id: number): boolean {
    return this.passed.has(id);
  }

  /** Adds a record that is written. @returns whether the payload had it before */
  giveRecord(id: number): boolean {
    return !this.add(this.records, id);
  }

  /** To be called if the batch was written. */
  commit(): void {
    this.added = [];
  }

  /** To be called if the batch was not written. */
  rollback(): void {
    for (const [to, value] of this.added) to.delete(value);
    this.added = [];
  }

  private add(to: Set<number>, value: number): boolean {
    if (to.has(value)) return false;
    to.add(value);
    this.added.push([to, value]);
    return true;
  }
}
