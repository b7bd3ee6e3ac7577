import { EdgeBuffer, type EdgeColumns, distinct, sortedBy } from '../graph/memory/edge-columns.js';
import { isOutgoing } from '../graph/store/list-row.js';

/** Kinds are below 2^15. */
const kinds = 32_768;

/** Distinct edges as the lists that store them: sorted by owner, kind and peer. */
export class EdgeLists {
  /** `source` is the owner of the list, `target` the peer, `key` the kind. */
  constructor(private readonly columns: EdgeColumns) {}

  /** How many edges there are. */
  get count(): number {
    return this.columns.count;
  }

  ownerAt(index: number): number {
    return this.columns.source[index]!;
  }

  kindAt(index: number): number {
    return this.columns.key[index]!;
  }

  peerAt(index: number): number {
    return this.columns.target[index]!;
  }

  /** The index behind the list that holds the edge at `index`. */
  endOfList(index: number): number {
    const [owner, kind] = [this.ownerAt(index), this.kindAt(index)];
    let end = index + 1;
    while (end < this.count && this.ownerAt(end) === owner && this.kindAt(end) === kind) end++;
    return end;
  }

  peersBetween(start: number, end: number): readonly number[] {
    return Array.from(this.columns.target.subarray(start, end));
  }

  has(source: number, kind: number, target: number): boolean {
    return isOutgoing(kind) ? this.hasEntry(source, kind, target) : this.hasEntry(target, kind, source);
  }

  hasEntry(owner: number, kind: number, peer: number): boolean {
    let low = 0;
    let high = this.count;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const order = this.ownerAt(middle) - owner || this.kindAt(middle) - kind || this.peerAt(middle) - peer;
      if (order === 0) return true;
      if (order < 0) low = middle + 1;
      else high = middle;
    }
    return false;
  }

  ofKind(kind: number): EdgeLists {
    const edges = new EdgeListsBuilder();
    for (let index = 0; index < this.count; index++)
      if (this.kindAt(index) === kind) edges.addEntry(this.ownerAt(index), kind, this.peerAt(index));
    return edges.build();
  }

  /** The edges between these nodes. */
  within(nodes: ReadonlySet<number>): EdgeLists {
    const edges = new EdgeListsBuilder();
    this.edges((source, kind, target) => {
      if (nodes.has(source) && nodes.has(target)) edges.add(source, kind, target);
    });
    return edges.build();
  }

  edges(visit: (source: number, kind: number, target: number) => void): void {
    for (let index = 0; index < this.count; index++) {
      const kind = this.kindAt(index);
      if (isOutgoing(kind)) visit(this.ownerAt(index), kind, this.peerAt(index));
      else visit(this.peerAt(index), kind, this.ownerAt(index));
    }
  }
}

/** Gathers edges for {@link EdgeLists}. Repeats are harmless. */
export class EdgeListsBuilder {
  private readonly buffer = new EdgeBuffer();
  private size = 0;

  add(source: number, kind: number, target: number): void {
    if (isOutgoing(kind)) this.addEntry(source, kind, target);
    else this.addEntry(target, kind, source);
  }

  /** @param owner of the list */
  addEntry(owner: number, kind: number, peer: number): void {
    this.buffer.add(owner, kind, peer, 0);
    this.size = Math.max(this.size, owner + 1, peer + 1);
  }

  build(): EdgeLists {
    const byPeer = sortedBy(this.buffer, 'target', this.size);
    return new EdgeLists(distinct(sortedBy(sortedBy(byPeer, 'key', kinds), 'source', this.size)));
  }
}
