/** A node as lists show it. */
export interface GraphEntity {
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
  readonly entities: readonly GraphEntity[];
}

export interface SubgraphEdge {
  readonly source: string;
  readonly target: string;
  readonly kind: string;
}

export interface Subgraph {
  readonly nodes: readonly GraphEntity[];
  readonly edges: readonly SubgraphEdge[];
  /** True where the cap on nodes cut the answer. */
  readonly truncated: boolean;
}

/** The kinds of principals whose rights can be asked for. */
export type PrincipalKind = 'User' | 'Group' | 'Computer';

/**
 * What the graph answers. Every implementation passes the same contract suite (graph-reader-contract.fixture.ts).
 * A null answer means: no node of that kind has that object id.
 */
export abstract class GraphReader {
  /** The computers that the principal holds AdminTo on, directly or through any depth of MemberOf, each once. */
  abstract adminRights(kind: PrincipalKind, objectid: string, page: EntityPageRequest): Promise<EntityPage | null>;

  /** The principal and the paths of MemberOf and AdminTo that give those rights, cut at `maxNodes` nodes. */
  abstract adminRightsGraph(kind: PrincipalKind, objectid: string, maxNodes: number): Promise<Subgraph | null>;

  /** Version of the graph that is committed: changes with every ingest or analysis that changed anything. */
  abstract version(): Promise<number>;
}
