interface Reference {
  /** Where the request names the node, for errors: `path.object_id`. */
  readonly place?: string;
  /** The node must have one of these kinds; absent: any. */
  readonly kinds?: readonly number[];
}

/** A node, by its object id: exactly, or without regard to case if one node matches then. */
export interface ObjectReference extends Reference {
  readonly objectid: string;
  /** Names its kinds in errors: `user`; absent: node. */
  readonly noun?: string;
}

/** A node, by its object id or by its id. */
export type NodeReference = ObjectReference | (Reference & { readonly id: number });
