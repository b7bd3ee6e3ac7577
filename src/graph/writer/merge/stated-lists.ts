import type { Entry } from '../../store/list-entries.js';
import { ACL_LIST, type ListRow, Origin } from '../../store/list-row.js';
import type { GraphBatch } from '../batch/graph-batch.js';
import type { NumberColumn } from '../batch/number-column.js';

/** Flags of stored edges begin with bit 2 (PropertyFlag) and fill 4 bits of a key; kinds have numbers below 2^15. */
const [flagShift, flagValues, kindValues] = [2, 16, 32_768];

/** Lists up to this length are sorted by insertion: the sort of a column costs more to call than to run. */
const insertionLimit = 12;

/** The edges of a batch by statement about a list, each as one number: peer, kind and flags, in the order of entries. */
export class StatedLists {
  /** By statement: its first edge in the columns below; its last is before that of the next statement. */
  private readonly start: Int32Array;
  private readonly keys: Float64Array;
  /** Index of the edge in the batch. */
  private readonly edges: Int32Array;
  private readonly withDetails = new Set<number>();

  /**
   * @param idOf the id of the node of an object
   * @param kindOf the stored number of a kind of the batch
   */
  constructor(
    private readonly batch: Pick<GraphBatch, 'edges' | 'lists'>,
    private readonly idOf: (object: number) => number,
    private readonly kindOf: (kind: number) => number,
  ) {
    const { list, peer, details } = batch.edges;
    this.start = startsOf(list, batch.lists.owner.length);
    this.keys = new Float64Array(peer.length);
    this.edges = new Int32Array(peer.length);
    this.placeEdges();
    for (const edge of details.keys()) this.withDetails.add(list.at(edge));
  }

  private placeEdges(): void {
    const { list, peer, kind, flags } = this.batch.edges;
    const next = this.start.slice();
    for (let edge = 0; edge < peer.length; edge++) {
      const statement = list.at(edge);
      const place = next[statement] ?? 0;
      next[statement] = place + 1;
      this.edges[place] = edge;
      const end = this.idOf(peer.at(edge)) * kindValues + this.kindOf(kind.at(edge));
      this.keys[place] = end * flagValues + (flags.at(edge) >> flagShift);
    }
  }

  /** The edges of a statement in their order. */
  entries(statement: number, day: number | null): Entry[] {
    const { peer, kind, flags, mask, details } = this.batch.edges;
    const edges = this.edges.subarray(this.start[statement], this.start[statement + 1]);
    return Array.from(edges, (edge) => ({
      peer: this.idOf(peer.at(edge)),
      kind: this.kindOf(kind.at(edge)),
      flags: flags.at(edge),
      mask: mask.at(edge),
      day,
      details: details.get(edge) ?? null,
    }));
  }

  /**
   * The list that contains the edges of a statement alone.
   * @param day null: of a whole list
   * @returns null if an edge occurs twice, or has details
   */
  row(statement: number, list: number, day: number | null): ListRow | null {
    if (this.withDetails.has(statement)) return null;
    const { keys } = this;
    const from = this.start[statement]!;
    const length = this.start[statement + 1]! - from;
    sort(keys, from, from + length);
    const peers = zeros(length);
    const kinds = list === ACL_LIST ? zeros(length) : null;
    let flags: number[] | null = null;
    let last = -1;
    for (let at = 0; at < length; at++) {
      const key = keys[from + at] ?? 0;
      const edge = Math.floor(key / flagValues);
      if (edge === last) return null;
      last = edge;
      peers[at] = Math.floor(edge / kindValues);
      if (kinds) kinds[at] = edge % kindValues;
      const bits = key % flagValues;
      if (bits !== 0) (flags ??= zeros(length))[at] = bits << flagShift;
    }
    const origin = day === null ? Origin.Whole : Origin.Added;
    const days = day === null ? null : peers.map(() => day);
    return { list, origin, peers, kinds, flags, days, details: null, record: null };
  }
}

/** @returns by list, where its edges begin if edges are in the order of lists; and where the last ones end */
function startsOf(lists: NumberColumn, count: number): Int32Array {
  const start = new Int32Array(count + 1);
  for (let edge = 0; edge < lists.length; edge++) start[lists.at(edge) + 1]!++;
  for (let list = 0; list < count; list++) start[list + 1] = (start[list + 1] ?? 0) + (start[list] ?? 0);
  return start;
}

/** An array of this very length: one that grows takes several times the memory. */
function zeros(length: number): number[] {
  // oxlint-disable-next-line unicorn/no-new-array
  return new Array<number>(length).fill(0);
}

/** Sorts a part of a column. */
function sort(keys: Float64Array, from: number, to: number): void {
  if (to - from > insertionLimit) {
    keys.subarray(from, to).sort();
    return;
  }
  for (let end = from + 1; end < to; end++) {
    const key = keys[end] ?? 0;
    let place = end - 1;
    for (; place >= from && (keys[place] ?? 0) > key; place--) keys[place + 1] = keys[place] ?? 0;
    keys[place + 1] = key;
  }
}
