/**
 * A number for an edge that stays the same in all versions of the graph: 52 bits of a hash, which JSON can carry. Two edges of two million have
 * the same one once in some thousand graphs.
 */
export function edgeId(source: number, kind: number, target: number): number {
  let [high, low] = [0x9e3779b1 ^ source, 0x85ebca6b ^ target];
  for (const part of [target, kind, source]) {
    high = Math.imul(high ^ part ^ (low >>> 15), 0x2c1b3c6d);
    low = Math.imul(low ^ high ^ (high >>> 13), 0x297a2d39);
  }
  return (high >>> 12) * 2 ** 32 + (low >>> 0);
}
