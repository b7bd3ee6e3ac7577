/** Bits of `edge.flags`. An edge that is neither collected nor derived does not exist. */
export const EdgeFlag = {
  /** A source stated it. */
  Collected: 1,
  /** The last analysis derived it. */
  Derived: 2,
} as const;

/** Boolean properties that many edges carry: kept as bits, so that an ordinary edge needs no row of `edge_props`. Unset = false or not said. */
export const PropertyFlag = { isacl: 4, isinherited: 8, isprimarygroup: 16, enforced: 32 } as const;

/** {@link PropertyFlag} by the names that sources write. */
export const propertyFlags: ReadonlyMap<string, number> = new Map(Object.entries(PropertyFlag));
