/**
 * The places of nodes in the arrays of a graph, which have no gaps though most ids may be gone: first the nodes of the base, then those that
 * were added since, both in the order of their ids.
 */
export class NodePlaces {
  readonly size: number;

  /** @param ids of the base, ascending @param added of the overlay, ascending */
  constructor(
    private readonly ids: Int32Array,
    private readonly added: Int32Array,
  ) {
    this.size = ids.length + added.length;
  }

  /** @returns -1 if there is no place for the id */
  of(id: number): number {
    const place = indexIn(this.ids, id);
    if (place >= 0) return place;
    const added = indexIn(this.added, id);
    return added < 0 ? -1 : this.ids.length + added;
  }

  idAt(place: number): number {
    const { ids } = this;
    return (place < ids.length ? ids[place] : this.added[place - ids.length])!;
  }
}

/** The index of an id, searched only as far from its index without gaps as there are gaps; -1: none. */
function indexIn(ids: Int32Array, id: number): number {
  const last = ids.length - 1;
  if (last < 0 || id < ids[0]! || id > ids[last]!) return -1;
  let low = Math.max(0, last - (ids[last]! - id));
  let high = Math.min(last, id - ids[0]!);
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (ids[middle]! < id) low = middle + 1;
    else high = middle;
  }
  return ids[low] === id ? low : -1;
}
