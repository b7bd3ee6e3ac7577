import type { MemoryGraph } from '../../memory/memory-graph.js';
import type { Interrupt } from '../interrupt.js';
import { kindSetOf } from '../../memory/kind-set.js';
import { placesOf, startsOf, walkedGraph } from '../../reach/walked-graph.js';
import { selectedNodes, type NodeSelection } from '../nodes/node-selection.js';
import { passedFrom, passedRoles, type WithPassedRoles } from '../walks/passed-roles.js';
import { isDerivedOnly } from './derived-in-view.js';
import { distancesFrom, distancesFromAll } from './distances-to-ends.js';
import { type HiddenWays, hiddenWays } from './hidden-ways.js';
import { inIds, type PathEdge, type PathSubgraph, SubgraphBuilder } from './path-subgraph.js';
import { simplePaths } from './simple-paths.js';

export interface ShortestPathsArguments {
  readonly starts: NodeSelection;
  readonly ends: NodeSelection;
  /** Kinds of the edges; null: all. */
  readonly kinds: readonly number[] | null;
  readonly maxNodes: number;
  /** Paths of one step more than the shortest ones of their start, too. */
  readonly longer?: boolean;
  /** This many of the shortest simple paths, from the first start to the first end. */
  readonly count?: number | undefined;
  /** Whether containers lead on as they are held (src/graph/reach). */
  readonly held?: boolean | undefined;
}

interface FoundPaths extends PathSubgraph, WithPassedRoles {
  /** The nodes of each path by their ids, if their number was given. */
  readonly paths?: readonly (readonly number[])[];
  /** Set if there is a path over stored edges alone: a container on it does not lead on as it is held. */
  readonly isHeldBack?: true;
  /** Of the starts that have no path over visible nodes alone. Their ends are among the nodes. */
  readonly stub?: HiddenWays;
}

/**
 * All shortest paths from each start to the ends that are nearest to it. A start that is an end, too, has no path.
 * @returns no nodes if there is no path
 */
export function shortestPaths(graph: MemoryGraph, asked: ShortestPathsArguments, interrupt: Interrupt): FoundPaths {
  const { without, ...found } = findPaths(graph, asked, interrupt);
  // Without a path, the walk passes all that the starts reach.
  const passed =
    found.ids.length > 0
      ? passedRoles(graph, 'out', graph.nodesOf(found.ids))
      : passedFrom(graph, asked, selectedNodes(graph, asked.starts), interrupt);
  const overAll = { ...asked, held: false, longer: false, count: undefined };
  const room = asked.maxNodes - found.ids.length;
  const hidden = hiddenWays(graph, { ...asked, starts: without, room }, interrupt);
  if (hidden) return { ...found, ...passed, ...withHidden(found, hidden) };
  const isHeldBack = asked.held && found.ids.length === 0 && findPaths(graph, overAll, interrupt).ids.length > 0;
  return { ...found, ...passed, ...(isHeldBack && { isHeldBack }) };
}

function withHidden(
  { ids, truncated }: PathSubgraph,
  { truncated: isCut, ...stub }: HiddenWays & { truncated: boolean },
) {
  return {
    ids: [...new Set([...ids, ...stub.sources, ...stub.targets])],
    truncated: truncated || isCut,
    ...(stub.sources.length > 0 && { stub }),
  };
}

/** @returns with the starts that have no path, by places */
function findPaths(
  graph: MemoryGraph,
  { starts, ends, kinds, maxNodes, longer = false, count, held }: ShortestPathsArguments,
  interrupt: Interrupt,
): FoundPaths & { readonly without: readonly number[] } {
  const endNodes = selectedNodes(graph, ends);
  const endSet = new Set(endNodes);
  const walked = walkedGraph(graph, held);
  const startNodes = selectedNodes(graph, starts).filter((node) => !endSet.has(node));
  const startPlaces = startsOf(walked, startNodes);
  const endPlaces = placesOf(walked, endNodes);
  const followed = kindSetOf(kinds);
  const [only] = startPlaces;
  if (only === undefined || endNodes.length === 0) return { ids: [], edges: [], truncated: false, without: [] };
  if (count !== undefined) {
    const { paths, ...subgraph } = simplePaths(
      walked,
      only,
      placesOf(walked, [endNodes[0]!]),
      followed,
      count,
      interrupt,
    );
    const without = paths.length === 0 ? startNodes.slice(0, 1) : [];
    return { ...inIds(graph, subgraph), paths: paths.map((path) => graph.idsOf(path)), without };
  }
  const distances =
    startPlaces.length === 1 && !longer
      ? distancesFrom(walked, only, endPlaces, followed, interrupt)
      : distancesFromAll(walked, startPlaces, endPlaces, followed, interrupt);
  const found = startPlaces
    .filter((node) => distances.has(node))
    .toSorted((one, other) => distances.distanceOf(one) - distances.distanceOf(other));
  const without = startNodes.filter((_, index) => !distances.has(startPlaces[index]!));
  const subgraph = new SubgraphBuilder(walked, distances, followed, maxNodes, longer, interrupt).build(found);
  return { ...inIds(graph, subgraph), without };
}

/** The derived edges on the paths, of some kinds. */
export function derivedEdgesIn(
  graph: MemoryGraph,
  { edges }: Pick<PathSubgraph, 'edges'>,
  affected: Uint8Array,
): PathEdge[] {
  return edges
    .filter(([, kind, , flags]) => affected[kind] === 1 && isDerivedOnly(flags))
    .map(([source, kind, target, flags]) => [graph.placeOf(source), kind, graph.placeOf(target), flags]);
}
