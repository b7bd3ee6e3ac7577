/** A set of nodes, as one bit for each place of a graph. */
export class NodeBits {
  private readonly words: Uint32Array;

  /** @param size number of places */
  constructor(private readonly size: number) {
    this.words = new Uint32Array((size + 31) >>> 5);
  }

  static of(size: number, nodes: Iterable<number>): NodeBits {
    const bits = new NodeBits(size);
    for (const node of nodes) bits.add(node);
    return bits;
  }

  get bytes(): number {
    return this.words.byteLength;
  }

  has(node: number): boolean {
    return (this.words[node >>> 5]! & (1 << (node & 31))) !== 0;
  }

  /** @returns whether the node was not in the set */
  add(node: number): boolean {
    if (this.has(node)) return false;
    this.words[node >>> 5]! |= 1 << (node & 31);
    return true;
  }

  addAll({ words }: NodeBits): this {
    for (let at = 0; at < words.length; at++) this.words[at]! |= words[at]!;
    return this;
  }

  /** @returns a new set of the nodes that are in both */
  and({ words }: NodeBits): NodeBits {
    const both = new NodeBits(this.size);
    for (let at = 0; at < words.length; at++) both.words[at] = this.words[at]! & words[at]!;
    return both;
  }

  /** Whether a node is in all sets. */
  static haveCommon([first, ...others]: readonly NodeBits[]): boolean {
    if (!first) return true;
    for (let at = 0; at < first.words.length; at++) {
      let word = first.words[at]!;
      for (let set = 0; word !== 0 && set < others.length; set++) word &= others[set]!.words[at]!;
      if (word !== 0) return true;
    }
    return false;
  }

  /** The nodes, ascending. */
  *[Symbol.iterator](): Iterator<number> {
    for (let at = 0; at < this.words.length; at++)
      for (let word = this.words[at]!; word !== 0; word &= word - 1) yield at * 32 + 31 - Math.clz32(word & -word);
  }
}
