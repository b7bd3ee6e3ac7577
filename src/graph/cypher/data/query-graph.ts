import { CypherError } from '../cypher-error.js';
import type { EdgeValue, Value } from './values.js';
import type { HeldGraph } from '../../reach/held-graph.js';
import type { KindSet } from '../../memory/kind-set.js';

/** The graph that a query reads: the one in memory, or a small one of tests. Nodes are places, and kinds of edges numbers. */
export interface QueryGraph {
  /** The number of places. A place may have no node. */
  readonly size: number;
  exists(node: number): boolean;
  /** The number that `ID()` shows. */
  idOf(node: number): number;
  /** The number that `ID()` shows of a relationship. */
  idOfEdge(edge: EdgeValue): number;
  /** @returns -1 if there is no such node */
  placeOf(id: number): number;
  labelsOf(node: number): readonly string[];
  /** Whether a node has a label; null if none has. */
  labelTest(label: string): ((node: number) => boolean) | null;
  countLabelled(label: string): number;
  /** Nodes, among them all whose property contains a text without regard to case; null if only a scan finds them. */
  nodesWithText(key: string, text: string): readonly number[] | null;
  /** A property that the graph itself has; undefined: it is read with the others. */
  computedProperty(node: number, key: string): Value | undefined;
  computedEdgeProperty(edge: EdgeValue, key: string): Value | undefined;
  /** The kinds of edges that a name stands for; empty if there is no such kind. @param isHeld whether walks hold containers in states */
  kindsNamed(name: string, isHeld?: boolean): readonly number[];
  /** The graph with the states of containers; absent: it has none. */
  readonly held?: HeldGraph | undefined;
  kindName(kind: number): string;
  /** Asks whether another label or kind is meant by one that the graph lacks; empty if none is like it, or if it differs in case only. */
  hintFor(name: string): string;
  /** Visits each edge of a node in one direction once, until the visitor returns true. @returns whether it did */
  edgesOf(direction: 'out' | 'in', node: number, kinds: EdgeKinds, visit: VisitEdge): boolean;
}

/** Properties of nodes that memory computes, or has beside the stored ones. */
export const computedKeys = ['lastseen', 'highvalue', 'owned', 'system_tags', 'isTierZero', 'istierzero'];

/** Refuses names that are almost labels or kinds, because their query would find nothing. @throws CypherError */
export function refuseMisspelt(names: readonly string[], graph: QueryGraph, at: number): void {
  for (const name of names) {
    const hint = graph.hintFor(name);
    if (hint !== '') throw new CypherError('semantic', `there is no label or kind ${name}${hint}`, at);
  }
}

export type VisitEdge = (peer: number, kind: number, ordinal: number) => boolean;

/** Which edges are followed. */
export interface EdgeKinds {
  /** Null: all. */
  readonly list: readonly number[] | null;
  readonly set: KindSet;
  /** Whether walks over them hold containers in states. */
  readonly isHeld?: boolean;
}
