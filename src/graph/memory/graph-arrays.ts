import { ACL_LIST, PRIMARY_GROUP_LIST } from '../store/list-row.js';
import { Kind } from '../kinds/kind-catalogue.js';

/**
 * The lists of a graph as arrays that threads share. Rows are sorted by owner, list and origin; entries of a row by peer and kind.
 * 13 bytes an entry beside 12 a row and 12 a node id.
 */
export interface GraphArrays {
  readonly version: number;
  /** By row. `rowStart` has one more than there are rows. */
  readonly rowOwner: Int32Array;
  readonly rowList: Int16Array;
  readonly rowOrigin: Uint8Array;
  readonly rowStart: Uint32Array;
  /** By entry. */
  readonly peer: Int32Array;
  readonly kind: Uint16Array;
  readonly flags: Uint8Array;
  /** By node id, one more than there are: its first row, and its first entry of the reverse index. */
  readonly ownerStart: Uint32Array;
  readonly reverseStart: Uint32Array;
  /** By peer, then kind: the row that names the peer. */
  readonly reverseRow: Uint32Array;
  readonly reverseKind: Uint16Array;
}

export interface CollectedRows {
  readonly count: number;
  readonly owner: Int32Array;
  readonly list: Int16Array;
  readonly origin: Uint8Array;
  readonly start: Uint32Array;
  readonly peer: Int32Array;
  readonly kind: Uint16Array;
  readonly flags: Uint8Array;
}

const shared = (bytes: number): SharedArrayBuffer => new SharedArrayBuffer(bytes);

/** Sorts rows by owner and builds the reverse index, by counting. */
export function arrangeRows(rows: CollectedRows, version: number, maxId: number): GraphArrays {
  const { count } = rows;
  const entries = rows.start[count] ?? 0;
  const ownerStart = new Uint32Array(shared(4 * (maxId + 2)));
  for (let row = 0; row < count; row++) ownerStart[rows.owner[row]! + 1]!++;
  for (let id = 1; id < ownerStart.length; id++) ownerStart[id]! += ownerStart[id - 1]!;
  const place = ownerStart.slice(0, maxId + 1);
  const order = new Uint32Array(count);
  for (let row = 0; row < count; row++) order[place[rows.owner[row]!]!++] = row;
  const rowOwner = new Int32Array(shared(4 * count));
  const rowList = new Int16Array(shared(2 * count));
  const rowOrigin = new Uint8Array(shared(count));
  const rowStart = new Uint32Array(shared(4 * (count + 1)));
  const peer = new Int32Array(shared(4 * entries));
  const kind = new Uint16Array(shared(2 * entries));
  const flags = new Uint8Array(shared(entries));
  const reverseStart = new Uint32Array(shared(4 * (maxId + 2)));
  const kinds = new Uint32Array(65_537);
  let at = 0;
  for (let to = 0; to < count; to++) {
    const from = order[to]!;
    rowOwner[to] = rows.owner[from]!;
    rowList[to] = rows.list[from]!;
    rowOrigin[to] = rows.origin[from]!;
    rowStart[to] = at;
    for (let entry = rows.start[from]!; entry < rows.start[from + 1]!; entry++) {
      const id = rows.peer[entry]!;
      const of = rows.kind[entry]!;
      peer[at] = id;
      kind[at] = of;
      flags[at] = rows.flags[entry]!;
      reverseStart[id + 1]!++;
      kinds[of + 1]!++;
      at++;
    }
  }
  rowStart[count] = at;
  for (let id = 1; id < reverseStart.length; id++) reverseStart[id]! += reverseStart[id - 1]!;
  for (let of = 1; of < kinds.length; of++) kinds[of]! += kinds[of - 1]!;
  // Entries in the order of their kinds, so that those of a peer come in that order, too.
  const byKind = new Uint32Array(entries);
  const rowOf = new Uint32Array(entries);
  for (let row = 0; row < count; row++)
    for (let entry = rowStart[row]!; entry < rowStart[row + 1]!; entry++) {
      const slot = kinds[kind[entry]!]!++;
      byKind[slot] = entry;
      rowOf[slot] = row;
    }
  const reverseRow = new Uint32Array(shared(4 * entries));
  const reverseKind = new Uint16Array(shared(2 * entries));
  const next = reverseStart.slice(0, maxId + 1);
  for (let slot = 0; slot < entries; slot++) {
    const entry = byKind[slot]!;
    const to = next[peer[entry]!]!++;
    reverseRow[to] = rowOf[slot]!;
    reverseKind[to] = kind[entry]!;
  }
  return {
    version,
    rowOwner,
    rowList,
    rowOrigin,
    rowStart,
    peer,
    kind,
    flags,
    ownerStart,
    reverseStart,
    reverseRow,
    reverseKind,
  };
}

/** Whether rows of this list hold edges out of their owner. */
export function isOutgoingList(list: number, outgoing: ReadonlySet<number>): boolean {
  return list === PRIMARY_GROUP_LIST || (list !== ACL_LIST && outgoing.has(list));
}

/** Walks edges of a graph. An edge that several rows hold is visited as often. */
export class GraphWalker {
  constructor(
    private readonly graph: GraphArrays,
    private readonly outgoing: ReadonlySet<number>,
  ) {}

  /** Calls `visit` with the target of each edge of `kind` out of `node`. */
  targets(node: number, kind: number, visit: (target: number) => void): void {
    if (this.outgoing.has(kind)) this.own(node, kind, visit);
    else this.others(node, kind, false, visit);
    if (kind === Kind.MemberOf) this.own(node, PRIMARY_GROUP_LIST, visit);
  }

  /** Calls `visit` with the source of each edge of `kind` into `node`. */
  sources(node: number, kind: number, visit: (source: number) => void): void {
    if (this.outgoing.has(kind)) {
      this.others(node, kind, true, visit);
      return;
    }
    this.own(node, kind, visit);
    this.ownRights(node, kind, visit);
    if (kind === Kind.MemberOf) this.others(node, kind, true, visit);
  }

  private own(node: number, list: number, visit: (peer: number) => void): void {
    const { ownerStart, rowList, rowStart, peer } = this.graph;
    for (let row = ownerStart[node]!; row < ownerStart[node + 1]!; row++) {
      if (rowList[row] !== list) continue;
      for (let entry = rowStart[row]!; entry < rowStart[row + 1]!; entry++) visit(peer[entry]!);
    }
  }

  private ownRights(node: number, of: number, visit: (peer: number) => void): void {
    const { ownerStart, rowList, rowStart, peer, kind } = this.graph;
    for (let row = ownerStart[node]!; row < ownerStart[node + 1]!; row++) {
      if (rowList[row] !== ACL_LIST) continue;
      for (let entry = rowStart[row]!; entry < rowStart[row + 1]!; entry++) if (kind[entry] === of) visit(peer[entry]!);
    }
  }

  private others(node: number, kind: number, isOutgoing: boolean, visit: (owner: number) => void): void {
    const { reverseStart, reverseKind, reverseRow, rowOwner, rowList } = this.graph;
    const end = reverseStart[node + 1]!;
    let low = reverseStart[node]!;
    for (let high = end; low < high;) {
      const middle = (low + high) >>> 1;
      if (reverseKind[middle]! < kind) low = middle + 1;
      else high = middle;
    }
    for (let at = low; at < end && reverseKind[at] === kind; at++) {
      const row = reverseRow[at]!;
      if (isOutgoingList(rowList[row]!, this.outgoing) === isOutgoing) visit(rowOwner[row]!);
    }
  }
}
