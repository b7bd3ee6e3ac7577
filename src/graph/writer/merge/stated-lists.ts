import { type Entry, rowOf } from '../../store/list-entries.js';
import { ACL_LIST, type ListRow, Origin } from '../../store/list-row.js';
import type { GraphBatch } from '../batch/graph-batch.js';

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
    const { list, peer, kind, flags, details } = batch.edges;
    this.start = startsOf(list, batch.lists.owner.length);
    this.keys = new Float64Array(peer.length);
    this.edges = new Int32Array(peer.length);
    const next = this.start.slice();
    for (let edge = 0; edge < peer.length; edge++) {
      const statement = list[edge] ?? 0;
      const place = next[statement] ?? 0;
      next[statement] = place + 1;
      this.edges[place] = edge;
      const end = idOf(peer[edge] ?? 0) * kindValues + kindOf(kind[edge] ?? 0);
      this.keys[place] = end * flagValues + ((flags[edge] ?? 0) >> flagShift);
    }
    for (const edge of details.keys()) this.withDetails.add(list[edge] ?? 0);
  }

  lengthOf(statement: number): number {
    return (this.start[statement + 1] ?? 0) - (this.start[statement] ?? 0);
  }

  /** The list that contains the edges of a statement alone. @param day null: of a whole list */
  row(statement: number, list: number, day: number | null, record: number | null): ListRow {
    const simple = this.withDetails.has(statement) ? null : this.simpleRow(statement, list, day, record);
    const origin = day === null ? Origin.Whole : Origin.Added;
    return simple ?? rowOf(list, origin, this.entries(statement, day), record);
  }

  /** The edges of a statement in their order. */
  entries(statement: number, day: number | null): Entry[] {
    const { peer, kind, flags, mask, details } = this.batch.edges;
    const edges = this.edges.subarray(this.start[statement], this.start[statement + 1]);
    return Array.from(edges, (edge) => ({
      peer: this.idOf(peer[edge] ?? 0),
      kind: this.kindOf(kind[edge] ?? 0),
      flags: flags[edge] ?? 0,
      mask: mask[edge] ?? 0,
      day,
      details: details.get(edge) ?? null,
    }));
  }

  /** @returns null if an edge occurs twice */
  private simpleRow(statement: number, list: number, day: number | null, record: number | null): ListRow | null {
    const keys = sorted(this.keys.subarray(this.start[statement], this.start[statement + 1]));
    const peers: number[] = [];
    const kinds: number[] = [];
    const flags: number[] = [];
    let [last, hasFlags] = [-1, false];
    for (const key of keys) {
      const edge = Math.floor(key / flagValues);
      if (edge === last) return null;
      last = edge;
      const bits = key % flagValues;
      if (bits !== 0) hasFlags = true;
      peers.push(Math.floor(edge / kindValues));
      if (list === ACL_LIST) kinds.push(edge % kindValues);
      flags.push(bits << flagShift);
    }
    return {
      list,
      origin: day === null ? Origin.Whole : Origin.Added,
      peers,
      kinds: list === ACL_LIST ? kinds : null,
      flags: hasFlags ? flags : null,
      days: day === null ? null : peers.map(() => day),
      details: null,
      record,
    };
  }
}

/** @returns by list, where its edges begin if edges are in the order of lists; and where the last ones end */
function startsOf(lists: readonly number[], count: number): Int32Array {
  const start = new Int32Array(count + 1);
  for (const list of lists) start[list + 1] = (start[list + 1] ?? 0) + 1;
  for (let list = 0; list < count; list++) start[list + 1] = (start[list + 1] ?? 0) + (start[list] ?? 0);
  return start;
}

function sorted(keys: Float64Array): Float64Array {
  if (keys.length > insertionLimit) return keys.toSorted();
  for (let end = 1; end < keys.length; end++) {
    const key = keys[end] ?? 0;
    let place = end - 1;
    for (; place >= 0 && (keys[place] ?? 0) > key; place--) keys[place + 1] = keys[place] ?? 0;
    keys[place + 1] = key;
  }
  return keys;
}
