import { Kind } from '../graph/kinds/kind-catalogue.js';
import type { Graph } from '../graph/memory/graph.js';
import { PropertyFlag, statedFlags } from '../graph/store/edge-flag.js';
import { type EdgeLists, EdgeListsBuilder } from './edge-lists.js';

export interface ScannedEdges {
  /** Of the kinds asked for; of memberships those that are derived, because all are too many. */
  readonly stated: EdgeLists;
  /** Links of policies to containers. */
  readonly enforcedLinks: EdgeLists;
}

/**
 * Finds edges that sources state, in one pass over the graph.
 * @param isDerived whether a membership is derived, too
 * @param visit called with each edge that a source states
 */
export function scanStatedEdges(
  graph: Pick<Graph, 'edges'>,
  kinds: ReadonlySet<number>,
  isDerived: (source: number, kind: number, target: number) => boolean,
  visit: (source: number, kind: number, target: number) => void,
): ScannedEdges {
  const [stated, enforcedLinks] = [new EdgeListsBuilder(), new EdgeListsBuilder()];
  graph.edges((source, kind, target, flags) => {
    if ((flags & statedFlags) === 0) return;
    visit(source, kind, target);
    if (kind === Kind.MemberOf) {
      if (isDerived(source, kind, target)) stated.add(source, kind, target);
    } else if (kinds.has(kind)) stated.add(source, kind, target);
    else if (kind === Kind.GPLink && (flags & PropertyFlag.enforced) !== 0) enforcedLinks.add(source, kind, target);
  });
  return { stated: stated.build(), enforcedLinks: enforcedLinks.build() };
}
