const lastEpoch = 0xffff_ffff;

/** A set of nodes that is cheap to empty: the nodes that a walk has visited. */
export class NodeMarks {
  private epochs = new Uint32Array(0);
  private epoch = 0;

  /** Empties the set. @param size the number of places of nodes */
  clear(size: number): void {
    if (this.epochs.length < size || this.epoch === lastEpoch) {
      this.epochs = new Uint32Array(size);
      this.epoch = 0;
    }
    this.epoch++;
  }

  has(node: number): boolean {
    return this.epochs[node] === this.epoch;
  }

  /** @returns whether the node was not in the set */
  add(node: number): boolean {
    if (this.epochs[node] === this.epoch) return false;
    this.epochs[node] = this.epoch;
    return true;
  }
}
