import type { SkippedRecord } from '../batch/known-records.js';
import { IdSet } from '../../store/id-set.js';

/** The lists, records and new nodes of one payload so far, over all its batches. */
export class PayloadState {
  private readonly lists = new Map<number, IdSet>();
  private readonly records = new IdSet();
  private readonly skipped = new IdSet();
  /** The first id that it reserved for a new node. */
  private firstNode = Infinity;
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

  /** Notes that ids from this one on were reserved for new nodes. */
  addNodes(first: number): void {
    this.firstNode = Math.min(this.firstNode, first);
  }

  /** Whether the payload created the node, or another one that is written at the same time. */
  hasAddedNode(node: number): boolean {
    return node >= this.firstNode;
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
