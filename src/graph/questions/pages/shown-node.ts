/** A node as lists show it. */
export interface ShownNode {
  readonly objectid: string;
  readonly name: string;
  /** The primary kind. */
  readonly label: string;
  readonly kinds: readonly string[];
}

/** Properties that a request names. */
export interface Chosen {
  readonly chosen: Readonly<Record<string, unknown>>;
}

export type EntityOrder = 'name' | 'objectid' | 'label';

type EntityColumn = { readonly by: EntityOrder } | { readonly property: string };

export interface EntityPageRequest {
  readonly skip: number;
  readonly limit: number;
  /** Priority in the order given; the internal id breaks ties. */
  readonly order: readonly (EntityColumn & { readonly descending: boolean })[];
}

export interface EntityPage {
  /** Exact size of the whole result. */
  readonly count: number;
  readonly entities: readonly (ShownNode & Partial<Chosen>)[];
}
