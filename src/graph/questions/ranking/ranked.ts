/** A node or an edge with its number. Nodes are places. */
export interface Ranked {
  /** The node, or the start of the edge. */
  readonly source: number;
  /** 0: a node. */
  readonly kind: number;
  /** The end of the edge; the node itself. */
  readonly target: number;
  readonly count: number;
}

/** Nodes and edges in the order of their numbers, the largest first, in memory that threads share: 16 bytes each. */
export interface Ranking {
  /** Of the graph. */
  readonly version: number;
  readonly source: Int32Array;
  readonly kind: Int32Array;
  readonly target: Int32Array;
  readonly count: Int32Array;
}

/** Below this number of rows, a number and an index fit into 53 bits. */
const mostRows = 2 ** 27;

/** @param isOrdered whether the rows have their order already */
export function rankingOf(version: number, rows: readonly Ranked[], isOrdered = false): Ranking {
  const codes = Float64Array.from(rows, ({ count }, index) => (isOrdered ? 0 : -count * mostRows) + index).toSorted();
  const order = Array.from(codes, (code) => ((code % mostRows) + mostRows) % mostRows);
  const column = (valueOf: (row: Ranked) => number) => {
    const values = new Int32Array(new SharedArrayBuffer(4 * rows.length));
    for (const [at, index] of order.entries()) values[at] = valueOf(rows[index]!);
    return values;
  };
  return {
    version,
    source: column(({ source }) => source),
    kind: column(({ kind }) => kind),
    target: column(({ target }) => target),
    count: column(({ count }) => count),
  };
}
