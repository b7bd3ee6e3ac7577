import { withRoom } from './growing-columns.js';

/** Edges as parallel arrays, 11 bytes each. Ends are places of nodes. */
export interface EdgeColumns {
  readonly count: number;
  readonly source: Int32Array;
  readonly target: Int32Array;
  /** {@link sideKey} */
  readonly key: Uint16Array;
  /** As `edge.flags`. */
  readonly flags: Uint8Array;
}

/** The kind of an edge, and whether the list that holds it belongs to its source. */
export function sideKey(kind: number, ownedBySource: boolean): number {
  return kind * 2 + Number(ownedBySource);
}

export const lastKey = 0xffff;

export function kindOfKey(key: number): number {
  return key >>> 1;
}

/** The key of the same kind in a list of the other end. */
export function otherSide(key: number): number {
  return key ^ 1;
}

/** Whether the list that holds an edge belongs to its source. */
export function isOfSource(key: number): boolean {
  return (key & 1) === 1;
}

/** Edges while they are read. */
export class EdgeBuffer implements EdgeColumns {
  count = 0;
  source: Int32Array;
  target: Int32Array;
  key: Uint16Array;
  flags: Uint8Array;

  /** @param room number of edges to make room for; it grows if there are more */
  constructor(room = 1024) {
    this.source = new Int32Array(room);
    this.target = new Int32Array(room);
    this.key = new Uint16Array(room);
    this.flags = new Uint8Array(room);
  }

  add(source: number, key: number, target: number, flags: number): void {
    const at = this.count++;
    if (at === this.source.length) this.grow();
    this.source[at] = source;
    this.target[at] = target;
    this.key[at] = key;
    this.flags[at] = flags;
  }

  private grow(): void {
    this.source = withRoom(this.source, this.count);
    this.target = withRoom(this.target, this.count);
    this.key = withRoom(this.key, this.count);
    this.flags = withRoom(this.flags, this.count);
  }
}
