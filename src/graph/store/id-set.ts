/** Ids of one block: 4 KiB. */
const blockSize = 32_768;

/** A set of ids, a bit each, in blocks that exist if one of their ids was added. Its ids are in ascending order. */
export class IdSet {
  /** By block. */
  private readonly blocks: (Uint8Array | undefined)[] = [];

  has(id: number): boolean {
    const block = this.blocks[Math.floor(id / blockSize)];
    return block !== undefined && (block[byteOf(id)]! & bitOf(id)) !== 0;
  }

  /** @returns whether it is new */
  add(id: number): boolean {
    const block = (this.blocks[Math.floor(id / blockSize)] ??= new Uint8Array(blockSize / 8));
    const [byte, bit] = [byteOf(id), bitOf(id)];
    if ((block[byte]! & bit) !== 0) return false;
    block[byte]! |= bit;
    return true;
  }

  delete(id: number): void {
    const block = this.blocks[Math.floor(id / blockSize)];
    if (block) block[byteOf(id)]! &= ~bitOf(id);
  }

  *[Symbol.iterator](): Generator<number> {
    for (const [number, block] of this.blocks.entries())
      for (const [byte, bits] of block?.entries() ?? [])
        for (let bit = 0; bits >> bit > 0; bit++) if ((bits >> bit) & 1) yield number * blockSize + byte * 8 + bit;
  }
}

function byteOf(id: number): number {
  return (id % blockSize) >> 3;
}

function bitOf(id: number): number {
  return 1 << (id & 7);
}
