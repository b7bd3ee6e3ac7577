import { distinct, EdgeBuffer, type EdgeColumns, sortedBy } from '../graph/memory/edge-columns.js';
import { isOutgoing } from '../graph/store/list-row.js';

/** Kinds are below 2^15. */
const kinds = 32_768;

type VisitEdge = (source: number, kind: number, target: number) => void;

/** Distinct edges as the lists that store them: sorted by owner, kind and peer. */
export class EdgeLists {
  /** `source` is the owner of the list, `target` the peer, `key` the kind. */
  constructor(private readonly columns: EdgeColumns) {}

  has(source: number, kind: number, target: number): boolean {
    return isOutgoing(kind) ? this.hasEntry(source, kind, target) : this.hasEntry(target, kind, source);
  }

  hasEntry(owner: number, kind: number, peer: number): boolean {
    const at = this.firstFrom(owner, kind, peer);
    return this.isInList(at, owner, kind) && this.columns.target[at] === peer;
  }

  hasList(owner: number, kind: number): boolean {
    return this.isInList(this.firstFrom(owner, kind, 0), owner, kind);
  }

  /** The peers of one list. */
  peersOf(owner: number, kind: number): readonly number[] {
    const start = this.firstFrom(owner, kind, 0);
    let end = start;
    while (this.isInList(end, owner, kind)) end++;
    return Array.from(this.columns.target.subarray(start, end));
  }

  edges(visit: VisitEdge): void {
    this.entries((owner, kind, peer) => (isOutgoing(kind) ? visit(owner, kind, peer) : visit(peer, kind, owner)));
  }

  entries(visit: (owner: number, kind: number, peer: number) => void): void {
    const { count, source, key, target } = this.columns;
    for (let at = 0; at < count; at++) visit(source[at]!, key[at]!, target[at]!);
  }

  private isInList(at: number, owner: number, kind: number): boolean {
    const { count, source, key } = this.columns;
    return at < count && source[at] === owner && key[at] === kind;
  }

  /** The index of the first entry that is not before this one. */
  private firstFrom(owner: number, kind: number, peer: number): number {
    const { count, source, key, target } = this.columns;
    let [low, high] = [0, count];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((source[middle]! - owner || key[middle]! - kind || target[middle]! - peer) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** @param emitAll passes edges, in any order, some maybe several times */
export function edgeListsOf(emitAll: (emit: VisitEdge) => void): EdgeLists {
  const lists = new EdgeListsBuilder();
  emitAll((source, kind, target) => lists.add(source, kind, target));
  return lists.build();
}

/** Gathers edges. Repeats are harmless. */
export class EdgeListsBuilder {
  private readonly buffer = new EdgeBuffer();
  private size = 0;

  add(source: number, kind: number, target: number): void {
    if (isOutgoing(kind)) this.addEntry(source, kind, target);
    else this.addEntry(target, kind, source);
  }

  addEntry(owner: number, kind: number, peer: number): void {
    this.buffer.add(owner, kind, peer, 0);
    this.size = Math.max(this.size, owner + 1, peer + 1);
  }

  build(): EdgeLists {
    const byPeer = sortedBy(this.buffer, 'target', this.size);
    return new EdgeLists(distinct(sortedBy(sortedBy(byPeer, 'key', kinds), 'source', this.size)));
  }
}
