import { withRoom } from './growing-columns.js';

/** Edges as parallel arrays, 11 bytes each. */
export interface EdgeColumns {
  readonly count: number;
  /** Slots of nodes (layer.ts). */
  readonly source: Int32Array;
  readonly target: Int32Array;
  /** {@link edgeKey} */
  readonly key: Uint16Array;
  /** As `edge.flags`. */
  readonly flags: Uint8Array;
}

/** The kind of an edge, and whether the list that holds it belongs to its source. */
export function edgeKey(kind: number, ownedBySource: boolean): number {
  return kind * 2 + Number(ownedBySource);
}

export function kindOfKey(key: number): number {
  return key >>> 1;
}

/** Whether the list that holds an edge belongs to its source. */
export function isOfSource(key: number): boolean {
  return (key & 1) === 1;
}

/** Edges while they are read. */
export class EdgeBuffer implements EdgeColumns {
  count = 0;
  source = new Int32Array(1024);
  target = new Int32Array(1024);
  key = new Uint16Array(1024);
  flags = new Uint8Array(1024);

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

/** Sorts edges by one column, which has values below `limit`. Edges with the same value keep their order. */
export function sortedBy(edges: EdgeColumns, column: 'source' | 'target' | 'key', limit: number): EdgeColumns {
  const { count } = edges;
  const values = edges[column];
  const next = new Uint32Array(limit + 1);
  for (let at = 0; at < count; at++) next[values[at]! + 1]!++;
  for (let value = 1; value < limit; value++) next[value]! += next[value - 1]!;
  const source = new Int32Array(count);
  const target = new Int32Array(count);
  const key = new Uint16Array(count);
  const flags = new Uint8Array(count);
  for (let at = 0; at < count; at++) {
    const to = next[values[at]!]!++;
    source[to] = edges.source[at]!;
    target[to] = edges.target[at]!;
    key[to] = edges.key[at]!;
    flags[to] = edges.flags[at]!;
  }
  return { count, source, target, key, flags };
}

/** Edges that are sorted, each once: flags of the same edge are united. Changes the arrays in place. */
export function distinct({ count, source, target, key, flags }: EdgeColumns): EdgeColumns {
  let last = -1;
  for (let at = 0; at < count; at++) {
    if (last >= 0 && source[at] === source[last] && target[at] === target[last] && key[at] === key[last]) {
      flags[last]! |= flags[at]!;
      continue;
    }
    last++;
    source[last] = source[at]!;
    target[last] = target[at]!;
    key[last] = key[at]!;
    flags[last] = flags[at]!;
  }
  return { count: last + 1, source, target, key, flags };
}
