/** A value that a node or edge may carry; nulls are never stored. */
export type PropertyValue = string | number | boolean | readonly (string | number | boolean)[];
export type Properties = Readonly<Record<string, PropertyValue>>;

/** Longest object id, in UTF-16 units: what an index of PostgreSQL takes in any script. */
export const maxObjectidLength = 600;

/** One node as a source states it. */
export interface NodeRecord {
  /** Upper-cased by whoever makes the record; the identity of the node. */
  readonly objectid: string;
  /** Specific kinds first, the primary one leading; the carrier kind (`Base`, `AZBase`, a source kind) last. */
  readonly kinds: readonly string[];
  /** `name` and `distinguishedname` upper-cased by whoever makes the record. */
  readonly properties: Properties;
  /** False for a node that is merely mentioned: its kinds give way to those of a description. */
  readonly described: boolean;
}

/** The node an edge begins or ends at, known by its identity: made as a placeholder where it does not exist. */
export interface KnownEndpoint {
  readonly objectid: string;
  readonly kinds: readonly string[];
}

/** The node an edge begins or ends at, to be found among the nodes that exist; none or several is a fault of the edge. */
export interface MatchedEndpoint {
  /** Every pair must hold. What is stored upper-cased (`name`, `operatingsystem` ...) is compared ignoring case. */
  readonly match: readonly { readonly key: string; readonly value: string | number | boolean }[];
  readonly kind?: string;
  /** Where nothing matches: use this node instead of reporting a fault. */
  readonly otherwise?: KnownEndpoint;
}

export type Endpoint = KnownEndpoint | MatchedEndpoint;

/** One directed edge `source -kind-> target` as a source states it. */
export interface EdgeRecord {
  readonly source: Endpoint;
  readonly kind: string;
  readonly target: Endpoint;
  readonly properties: Properties;
  /** Index of the record in its file, for the fault of an endpoint that can't be resolved. */
  readonly record: number;
}

/**
 * A list that a source gives as a whole: what it no longer holds is gone. `acl`: the edges with `isacl` into the object.
 * `primary-group`: the edges with `isprimarygroup` out of it. Else the edges of one kind into it or out of it that have neither.
 */
export type EdgeList =
  { readonly of: 'acl' | 'primary-group' } | { readonly of: 'incoming' | 'outgoing'; readonly kind: string };

/** Says that the payload holds every edge that the list of this object consists of; it may hold none. */
export interface WholeListRecord {
  readonly objectid: string;
  readonly list: EdgeList;
}

/** What a record of a source is made of. */
export type RecordPart = NodeRecord | EdgeRecord | WholeListRecord;

/** An edge that was left out because an endpoint matched no node, or several. */
export interface UnresolvedEdge {
  readonly record: number;
  readonly reason: string;
}

/** What writing one payload changed. Writing the same payload again gives zeros. */
export interface Changes {
  readonly nodesCreated: number;
  readonly nodesChanged: number;
  readonly edgesCreated: number;
  readonly edgesChanged: number;
  /** Edges that a whole list no longer holds, and no other list. */
  readonly edgesRemoved: number;
}

export interface LoadResult extends Changes {
  /** The first of the edges left out, at most 1,000. */
  readonly unresolved: readonly UnresolvedEdge[];
  /** How many edges were left out. */
  readonly unresolvedCount: number;
  /** Version of the graph in which the payload is visible. */
  readonly version: number;
}

export function sumOfChanges(all: readonly Changes[]): Changes {
  const of = (key: keyof Changes) => all.reduce((total, changes) => total + changes[key], 0);
  return {
    nodesCreated: of('nodesCreated'),
    nodesChanged: of('nodesChanged'),
    edgesCreated: of('edgesCreated'),
    edgesChanged: of('edgesChanged'),
    edgesRemoved: of('edgesRemoved'),
  };
}

/** What the parts of one payload, one after the other, come to. */
export function sumOfLoads(parts: readonly LoadResult[]): LoadResult {
  return {
    ...sumOfChanges(parts),
    unresolved: parts.flatMap(({ unresolved }) => unresolved),
    unresolvedCount: parts.reduce((total, { unresolvedCount }) => total + unresolvedCount, 0),
    version: parts.at(-1)?.version ?? 0,
  };
}
