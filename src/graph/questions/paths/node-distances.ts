const largest = 0xffff_ffff;

/** Distances of the nodes that a walk has reached. Cheap to empty, so that a walk of a few nodes costs nothing in a large graph. */
export class NodeDistances {
  /** Numbers below `base` are of former walks. */
  private stored = new Uint32Array(0);
  private base = 1;
  private next = 1;

  /** @param size the number of places of nodes */
  clear(size: number): void {
    // No walk is longer than there are nodes.
    if (this.stored.length < size || this.next > largest - size) {
      this.stored = new Uint32Array(size);
      this.next = 1;
    }
    this.base = this.next;
  }

  /** @returns -1 if the node was not reached */
  of(node: number): number {
    const stored = this.stored[node]!;
    return stored < this.base ? -1 : stored - this.base;
  }

  set(node: number, distance: number): void {
    const stored = this.base + distance;
    this.stored[node] = stored;
    if (stored >= this.next) this.next = stored + 1;
  }
}
