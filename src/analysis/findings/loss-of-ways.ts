import { accountsBelow } from '../../graph/questions/ranking/only-through.js';
import { dominationIn, dominatorsFrom } from '../../graph/questions/ranking/dominators.js';
import {
  collect,
  CondensedGraph,
  type PeerLists,
  peerLists,
} from '../../graph/questions/reachability/condensed-graph.js';
import { reachCounts } from '../../graph/questions/reachability/count-reach.js';

/** The accounts outside of tier zero that have a way into it by the rights of one node on another. */
export interface LossOfWays {
  /** The accounts that have no other way. */
  readonly freed: number;
  /** The accounts that have another way. */
  readonly shared: number;
}

/**
 * Counts who loses a way into tier zero if a node loses all its edges to one member. A way ends at the first member that it reaches.
 *
 * The accounts that pass the node on all their ways are those that it dominates in the graph against its edges, from a root behind all
 * members. They lose their last way if the node leads on to that member alone. One tree answers this for all nodes.
 * @param edges by their starts
 * @param sources the places that are asked for; each has an edge into tier zero
 * @param nodeOf the node at a place: a member of tier zero is met at any of its places
 */
export function lossOfWays(
  { start, peer }: PeerLists,
  isTierZero: Uint8Array,
  isOutsider: (node: number) => boolean,
  sources: readonly number[],
  nodeOf: (place: number) => number = (place) => place,
): (source: number) => LossOfWays {
  const root = start.length - 1;
  const met = (place: number) => (isTierZero[place] === 1 ? nodeOf(place) : place);
  const pairs = collect((visit) => {
    for (let node = 0; node < root; node++)
      if (isTierZero[node] === 1) visit(node, root);
      else for (let at = start[node]!; at < start[node + 1]!; at++) visit(node, met(peer[at]!));
  });
  const [next, former] = [peerLists(root + 1, pairs, 'out'), peerLists(root + 1, pairs, 'in')];
  const tree = dominatorsFrom(root, former, next);
  const dominates = dominationIn(tree);
  const accounts = accountsBelow(tree, isOutsider);
  const leadsToOne = (node: number, rank: number) => {
    const ways = new Set<number>();
    for (let at = next.start[node]!; at < next.start[node + 1]! && ways.size < 2; at++) {
      const other = tree.rankOf[next.peer[at]!]!;
      if (other >= 0 && !dominates(rank, other)) ways.add(other);
    }
    return ways.size === 1;
  };
  const reaching = reachCounts(CondensedGraph.of(next), 'in', sources, isOutsider);
  return (source) => {
    const rank = tree.rankOf[source]!;
    const freed = leadsToOne(source, rank) ? accounts[rank]! : 0;
    return { freed, shared: reaching(source) - freed };
  };
}
