/** Bits of the flags of an edge in the view `edge` and in memory: the origins of the lists that contain it. */
export const EdgeFlag = {
  /** Added or resolved. */
  Collected: 1,
  Derived: 2,
  /** Whole. */
  Listed: 64,
} as const;

/** Sources stated the edge. */
export const statedFlags = EdgeFlag.Collected | EdgeFlag.Listed;

/** Boolean properties that many edges have are bits, so that most edges need no details. A bit is 0 if the property is false or not stated. */
export const PropertyFlag = { isacl: 4, isinherited: 8, isprimarygroup: 16, enforced: 32 } as const;

/** In memory alone: the rights that OWNER RIGHTS leaves (`privileges`) can link policies, and no more. */
export const onlyLinksFlag = 128;

/** {@link PropertyFlag} by the names that sources write. */
export const propertyFlags: ReadonlyMap<string, number> = new Map(Object.entries(PropertyFlag));
