const largest = 0xffff_ffff;

/** The nodes that a walk has visited, with their distances. Cheap to empty, so that a walk of a few nodes costs nothing in a large graph. */
export class NodeMarks {
  /** By place, the distance above a base. Numbers below `base` are of former walks. */
  private stored = new Uint32Array(0);
  private base = 1;
  private next = 1;

  /** Empties the set. @param size the number of places of nodes */
  clear(size: number): void {
    // No walk is longer than there are nodes.
    if (this.stored.length < size || this.next > largest - size) {
      this.stored = new Uint32Array(size);
      this.next = 1;
    }
    this.base = this.next;
  }

  has(node: number): boolean {
    return this.stored[node]! >= this.base;
  }

  /** @returns whether the node was not in the set */
  add(node: number, distance = 0): boolean {
    if (this.stored[node]! >= this.base) return false;
    const stored = this.base + distance;
    this.stored[node] = stored;
    if (stored >= this.next) this.next = stored + 1;
    return true;
  }

  /** @returns -1 if the node is not in the set */
  distanceOf(node: number): number {
    const stored = this.stored[node]!;
    return stored < this.base ? -1 : stored - this.base;
  }
}
