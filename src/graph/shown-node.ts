/** A node as lists show it. */
export interface ShownNode {
  readonly objectid: string;
  readonly name: string;
  /** The primary kind. */
  readonly label: string;
  readonly kinds: readonly string[];
}

export type EntityOrder = 'name' | 'objectid' | 'label';

export interface EntityPageRequest {
  readonly skip: number;
  readonly limit: number;
  /** Priority in the order given; the internal id breaks ties. */
  readonly order: readonly { readonly by: EntityOrder; readonly descending: boolean }[];
}

export interface EntityPage {
  /** Exact size of the whole result. */
  readonly count: number;
  readonly entities: readonly ShownNode[];
}
