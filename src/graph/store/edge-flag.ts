/** Bits of the flags of an edge in the view `edge` and in memory: which lists hold it. */
export const EdgeFlag = {
  /** A list to which sources added it. */
  Collected: 1,
  /** A list that the last analysis derived. */
  Derived: 2,
  /** A list that a source gave whole. */
  Listed: 64,
} as const;

/** What a source states, be it singly or in a list. */
export const statedFlags = EdgeFlag.Collected | EdgeFlag.Listed;

/** Boolean properties that many edges have, as bits, so that an ordinary edge needs no details. Unset: false or not stated. */
export const PropertyFlag = { isacl: 4, isinherited: 8, isprimarygroup: 16, enforced: 32 } as const;

/** {@link PropertyFlag} by the names that sources write. */
export const propertyFlags: ReadonlyMap<string, number> = new Map(Object.entries(PropertyFlag));
