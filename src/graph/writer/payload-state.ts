import type { PassedRecord } from './graph-batch.js';

/** What the records of one payload have given so far, over all its batches. */
export class PayloadState {
  private readonly lists = new Map<number, Set<number>>();
  private readonly records = new Set<number>();
  private readonly passed = new Set<number>();
  private pending: (() => void)[] = [];

  /** Notes a list. @returns whether the payload gave it before */
  gaveList(owner: number, list: number): boolean {
    let owners = this.lists.get(list);
    if (!owners) this.lists.set(list, (owners = new Set()));
    const { size } = owners;
    if (owners.add(owner).size === size) return true;
    const added = owners;
    this.pending.push(() => added.delete(owner));
    return false;
  }

  /** Notes a record that was passed over, with the lists that it gives. */
  pass({ id, owner, lists }: PassedRecord): void {
    for (const list of lists) if (list >= 0) this.gaveList(owner, list);
    this.addRecord(id);
    if (this.passed.has(id)) return;
    this.passed.add(id);
    this.pending.push(() => this.passed.delete(id));
  }

  /** Whether the record was passed over in this payload. */
  hasPassed(id: number): boolean {
    return this.passed.has(id);
  }

  gaveRecord(id: number): boolean {
    return this.records.has(id);
  }

  addRecord(id: number): void {
    if (this.records.has(id)) return;
    this.records.add(id);
    this.pending.push(() => this.records.delete(id));
  }

  /** The batch is in the graph. */
  commit(): void {
    this.pending = [];
  }

  /** The batch is not in the graph. */
  abandon(): void {
    for (const undo of this.pending) undo();
    this.pending = [];
  }
}
