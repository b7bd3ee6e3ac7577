/**
 * Numbers nodes from 0 without gaps, so that arrays can hold what is known of them. Numbers never change: a node that comes later is
 * appended, and that of a deleted one stays unused.
 */
export class NodeIndex {
  private readonly added = new Map<number, number>();

  /** @param ids ascending */
  constructor(private readonly ids: Int32Array) {}

  get size(): number {
    return this.ids.length + this.added.size;
  }

  indexOf(id: number): number | undefined {
    return this.search(id) ?? this.added.get(id);
  }

  /** Appends the node where it has no number yet. */
  ensure(id: number): number {
    const known = this.indexOf(id);
    if (known !== undefined) return known;
    const index = this.size;
    this.added.set(id, index);
    return index;
  }

  /** As {@link ensure} for each of many ids in ascending order, in one pass. */
  ensureAll(sorted: Int32Array): Int32Array {
    let at = 0;
    return sorted.map((id) => {
      while ((this.ids[at] ?? Infinity) < id) at++;
      return this.ids[at] === id ? at : this.ensure(id);
    });
  }

  private search(id: number): number | undefined {
    let low = 0;
    let high = this.ids.length - 1;
    while (low <= high) {
      const middle = (low + high) >>> 1;
      const found = this.ids[middle] ?? 0;
      if (found === id) return middle;
      if (found < id) low = middle + 1;
      else high = middle - 1;
    }
    return undefined;
  }
}
