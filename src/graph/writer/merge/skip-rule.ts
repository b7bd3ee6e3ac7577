import { isPartOf } from '../../records.js';
import type { BatchRecord } from '../batch/batch-columns.js';
import type { BatchWrite } from './batch-write.js';
import { type MergedLists, noRow } from './merge-lists.js';

/** Whether all statements of a record about lists pass a test. */
function isEvery({ firstList, endOfLists }: BatchRecord, test: (statement: number) => boolean): boolean {
  for (let statement = firstList; statement < endOfLists; statement++) if (!test(statement)) return false;
  return true;
}

/**
 * Decides which records may be skipped when they come again (docs/adr/0068-node-cache.md). A record without a fault or
 * reference may be if the graph holds its statements, and if whatever removes one of them later finds the record: as the owner's, as the
 * one that a list or a node names, or by an end of its edges.
 */
export class SkipRule {
  constructor(
    private readonly context: Pick<BatchWrite, 'batch' | 'nodes'>,
    private readonly lists: Pick<MergedLists, 'holds' | 'recordOf'>,
  ) {}

  maySkip(record: BatchRecord): boolean {
    const { identity, subject, nodes, id, isAgain } = record;
    if (id === null || identity.digest === null || isAgain) return false;
    return (
      (nodes.some(({ described }) => described) || !isEvery(record, (at) => !this.isWhole(at))) &&
      isEvery(record, (at) => this.lists.holds(at) && this.isFound(at, id, subject)) &&
      nodes.every(
        ({ object }) => object === subject || this.context.nodes[object]!.record === id || this.isEnd(object, record),
      )
    );
  }

  /** Whether only its day is renewed if it comes again. Edges that it adds to lists have days of their own. */
  isRenewable(record: BatchRecord): boolean {
    return isEvery(record, (at) => this.isWhole(at));
  }

  private isWhole(statement: number): boolean {
    return this.context.batch.lists.isWhole.at(statement) === 1;
  }

  /** An empty list has no row that could name the record. Other records give no list of a part of its subject. */
  private isFound(statement: number, id: number, subject: number): boolean {
    const { lists, objectids } = this.context.batch;
    const owner = lists.owner.at(statement);
    if (!this.isWhole(statement)) return owner === subject;
    const record = this.lists.recordOf(statement);
    if (record !== noRow) return record === id;
    return owner === subject || isPartOf(objectids[owner] ?? '', objectids[subject] ?? '');
  }

  private isEnd(object: number, { firstEdge, endOfEdges }: BatchRecord): boolean {
    const { edges, lists } = this.context.batch;
    for (let edge = firstEdge; edge < endOfEdges; edge++)
      if (edges.peer.at(edge) === object || lists.owner.at(edges.list.at(edge)) === object) return true;
    return false;
  }
}
