import { Kind } from '../graph/kinds/kind-catalogue.js';
import type { Graph } from '../graph/memory/graph.js';
import { PropertyFlag, statedFlags } from '../graph/store/edge-flag.js';
import { type EdgeLists, EdgeListsBuilder } from './edge-lists.js';

export interface ScannedEdges {
  /** Of the kinds asked for, and of memberships those in `memberships`. */
  readonly stated: EdgeLists;
  /** Links of policies to containers. */
  readonly enforcedLinks: EdgeLists;
}

/**
 * Finds edges that sources state, in one pass over the graph. Memberships are too many to gather all.
 * @param visit called with each edge that a source states
 */
export function scanStatedEdges(
  graph: Pick<Graph, 'edges'>,
  kinds: ReadonlySet<number>,
  memberships: EdgeLists,
  visit: (source: number, kind: number, target: number) => void,
): ScannedEdges {
  const [stated, enforcedLinks] = [new EdgeListsBuilder(), new EdgeListsBuilder()];
  graph.edges((source, kind, target, flags) => {
    if ((flags & statedFlags) === 0) return;
    visit(source, kind, target);
    if (kind === Kind.MemberOf) {
      if (memberships.has(source, kind, target)) stated.add(source, kind, target);
    } else if (kinds.has(kind)) stated.add(source, kind, target);
    else if (kind === Kind.GPLink && (flags & PropertyFlag.enforced) !== 0) enforcedLinks.add(source, kind, target);
  });
  return { stated: stated.build(), enforcedLinks: enforcedLinks.build() };
}
