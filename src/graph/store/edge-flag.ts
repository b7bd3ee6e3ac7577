/** Bits of `edge.flags`: who vouches for an edge. One that nobody vouches for does not exist. */
export const EdgeFlag = {
  /** A source stated it singly; `edge_seen` has the day. */
  Collected: 1,
  /** The last analysis derived it. */
  Derived: 2,
  /** It is in a list that a source gave whole; `collected` has the day of the list. */
  Listed: 64,
} as const;

/** What a source states, be it singly or in a list. */
export const statedFlags = EdgeFlag.Collected | EdgeFlag.Listed;

/** Boolean properties that many edges carry: kept as bits, so that an ordinary edge needs no row of `edge_props`. Unset = false or not said. */
export const PropertyFlag = { isacl: 4, isinherited: 8, isprimarygroup: 16, enforced: 32 } as const;

/** {@link PropertyFlag} by the names that sources write. */
export const propertyFlags: ReadonlyMap<string, number> = new Map(Object.entries(PropertyFlag));
