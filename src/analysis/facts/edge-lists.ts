import { type Adjacency, adjacencyOf, firstFrom } from '../../graph/memory/adjacency.js';
import { EdgeBuffer } from '../../graph/memory/edge-columns.js';
import { isOutgoing } from '../../graph/store/list-row.js';

type VisitEdge = (source: number, kind: number, target: number) => void;

/** Distinct edges as the lists that store them: sorted by owner, kind and peer. */
export class EdgeLists {
  /** By owner; the key is the kind. */
  constructor(
    private readonly lists: Adjacency,
    private readonly size: number,
  ) {}

  /** The peers of one list, ascending. */
  peersOf(owner: number, kind: number): Int32Array {
    const { lists, size } = this;
    if (owner >= size) return lists.peer.subarray(0, 0);
    return lists.peer.subarray(firstFrom(lists, owner, kind, 0), firstFrom(lists, owner, kind + 1, 0));
  }

  /** Visits each list. Peers are ascending. */
  each(visit: (owner: number, kind: number, peers: Int32Array) => void): void {
    const { start, key, peer } = this.lists;
    for (let owner = 0; owner < this.size; owner++)
      for (let first = start[owner]!; first < start[owner + 1]!;) {
        const kind = key[first]!;
        const end = firstFrom(this.lists, owner, kind + 1, 0);
        visit(owner, kind, peer.subarray(first, end));
        first = end;
      }
  }

  edges(visit: VisitEdge): void {
    this.each((owner, kind, peers) => {
      if (isOutgoing(kind)) for (const peer of peers) visit(owner, kind, peer);
      else for (const peer of peers) visit(peer, kind, owner);
    });
  }

  /** The edges for which a test holds. */
  filter(test: (source: number, kind: number, target: number) => boolean): EdgeLists {
    return edgeListsOf((emit) =>
      this.edges((...edge) => {
        if (test(...edge)) emit(...edge);
      }),
    );
  }
}

/** @param emitAll passes edges, in any order and repeatedly */
export function edgeListsOf(emitAll: (emit: VisitEdge) => void): EdgeLists {
  const lists = new EdgeListsBuilder();
  emitAll((source, kind, target) => lists.add(source, kind, target));
  return lists.build();
}

/** Collects edges, in any order and repeatedly. */
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
    return new EdgeLists(adjacencyOf(this.buffer, this.size), this.size);
  }
}
