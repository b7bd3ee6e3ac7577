/** Ids of one block: 4 KiB. */
const blockSize = 32_768;

/** A set of ids, a bit each, in blocks that exist if one of their ids was added. */
export class SparseIds {
  private readonly blocks = new Map<number, Uint8Array>();

  has(id: number): boolean {
    const block = this.blocks.get(Math.floor(id / blockSize));
    return block !== undefined && (block[byteOf(id)]! & bitOf(id)) !== 0;
  }

  /** @returns whether it is new */
  add(id: number): boolean {
    const number = Math.floor(id / blockSize);
    let block = this.blocks.get(number);
    if (!block) this.blocks.set(number, (block = new Uint8Array(blockSize / 8)));
    const [byte, bit] = [byteOf(id), bitOf(id)];
    if ((block[byte]! & bit) !== 0) return false;
    block[byte]! |= bit;
    return true;
  }

  delete(id: number): void {
    const block = this.blocks.get(Math.floor(id / blockSize));
    if (block) block[byteOf(id)]! &= ~bitOf(id);
  }
}

function byteOf(id: number): number {
  return (id % blockSize) >> 3;
}

function bitOf(id: number): number {
  return 1 << (id & 7);
}
