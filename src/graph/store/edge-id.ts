/** The last bits of an id are of the whole edge, the first ones of its source. */
const bitsOfEdge = 2 ** 44;

/**
 * A number for an edge that stays the same in all versions of the graph: 52 bits of hashes, which JSON can carry. Two edges of two million have
 * the same one once in some thousand graphs.
 */
export function edgeId(source: number, kind: number, target: number): number {
  let [high, low] = [0x9e3779b1 ^ source, 0x85ebca6b ^ target];
  for (const part of [target, kind, source]) {
    high = Math.imul(high ^ part ^ (low >>> 15), 0x2c1b3c6d);
    low = Math.imul(low ^ high ^ (high >>> 13), 0x297a2d39);
  }
  return classOf(source) * bitsOfEdge + (high >>> 20) * 2 ** 32 + (low >>> 0);
}

/** Whether an edge from a source may have an id: so that the edges of one node in 256 are compared with it. */
export function mayLeadFrom(source: number, id: number): boolean {
  return classOf(source) === Math.floor(id / bitsOfEdge);
}

/** 8 bits of a hash. */
function classOf(source: number): number {
  return Math.imul(source, 0x9e3779b1) >>> 24;
}
