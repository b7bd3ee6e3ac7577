/**
 * The graph in memory as of one version, the same in every thread. Nodes are their places in its arrays, not their ids, because most
 * ids may be gone. Edges whose ends do not both exist are not there. An edge that several lists hold is visited once.
 */
export interface Graph {
  readonly version: number;
  /** The number of places. A place may have no node. */
  readonly size: number;
  /** @returns -1 if there is no place for the id */
  placeOf(id: number): number;
  idOf(node: number): number;
  exists(node: number): boolean;
  /** The kind that is shown; 0 if there is no such node. */
  kindOf(node: number): number;
  /** Whether it is one of all its kinds. */
  hasKind(node: number, kind: number): boolean;
  /** Whether it is a domain or unit to which policies that are linked above it do not apply, unless the link is enforced. */
  blocksInheritance(node: number): boolean;
  /** Object ids of the tenants and domains of nodes. */
  readonly environments: readonly string[];
  /** Index in {@link environments}; -1: none. */
  environmentOf(node: number): number;
  /** Visits the target of each edge of a kind out of a node. */
  targets(node: number, kind: number, visit: (target: number) => void): void;
  /** Visits the source of each edge of a kind into a node. `flags`: from the lists of one end of the edge. */
  sources(node: number, kind: number, visit: (source: number, flags: number) => void): void;
  /** The flags of an edge, as in the view `edge`; undefined if there is no such edge. */
  flagsOf(source: number, kind: number, target: number): number | undefined;
  /** Visits every edge. `flags`: as in the view `edge` (EdgeEntity), from all lists that hold the edge. */
  edges(visit: (source: number, kind: number, target: number, flags: number) => void): void;
}
