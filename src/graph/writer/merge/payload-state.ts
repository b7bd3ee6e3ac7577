import type { SkippedRecord } from '../batch/known-records.js';
import { IdSet } from '../../store/id-set.js';

/** The lists, records and new nodes of one payload so far, over all its batches. */
export class PayloadState {
  private readonly lists = new Map<number, IdSet>();
  private readonly records = new IdSet();
  private readonly skipped = new IdSet();
  /** Ids of new nodes. Ranges that meet are one. */
  private readonly nodes: { readonly first: number; end: number }[] = [];
  /** By the batch that is being written: values, and the sets that they were added to. */
  private added: number[] = [];
  private addedTo: IdSet[] = [];

  /** Adds a whole list. @returns whether the payload gave it before */
  addList(owner: number, list: number): boolean {
    let owners = this.lists.get(list);
    if (!owners) this.lists.set(list, (owners = new IdSet()));
    return !this.add(owners, owner);
  }

  /** Adds a record that is skipped. */
  addSkipped({ id }: SkippedRecord): void {
    this.add(this.records, id);
    this.add(this.skipped, id);
  }

  hasSkipped(id: number): boolean {
    return this.skipped.has(id);
  }

  /** Adds a record that is written. @returns whether the payload had it before */
  addRecord(id: number): boolean {
    return !this.add(this.records, id);
  }

  /** Adds ids of new nodes, greater than all before. */
  addNodes(first: number, count: number): void {
    const last = this.nodes.at(-1);
    if (last?.end === first) last.end += count;
    else this.nodes.push({ first, end: first + count });
  }

  hasAddedNode(node: number): boolean {
    return this.nodes.some(({ first, end }) => first <= node && node < end);
  }

  /** To be called if the batch was written. */
  commit(): void {
    [this.added, this.addedTo] = [[], []];
  }

  /** To be called if the batch was not written. */
  rollback(): void {
    for (const [index, to] of this.addedTo.entries()) to.delete(this.added[index] ?? 0);
    this.commit();
  }

  private add(to: IdSet, value: number): boolean {
    if (!to.add(value)) return false;
    this.added.push(value);
    this.addedTo.push(to);
    return true;
  }
}
