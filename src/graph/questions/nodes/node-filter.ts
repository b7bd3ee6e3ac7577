import type { MemoryGraph } from '../../memory/memory-graph.js';

/** The nodes that are results, by their data in memory. */
export interface NodeFilter {
  /** Nodes must have one of these kinds; null: any. */
  readonly kinds: readonly number[] | null;
  /** Nodes must be in one of these domains or tenants, given by object ids; null: in any or none. */
  readonly environments: readonly string[] | null;
  /** Only the nodes with these ids; null: all. */
  readonly among: readonly number[] | null;
  /** All but the nodes with these ids; null: all. */
  readonly except: readonly number[] | null;
}

/** @returns null if all nodes pass */
export function nodeTest(
  graph: MemoryGraph,
  { kinds, environments, among, except }: NodeFilter,
): ((node: number) => boolean) | null {
  if (!kinds && !environments && !among && !except) return null;
  const wanted = among && new Set(graph.nodesOf(among));
  const unwanted = except && new Set(graph.nodesOf(except));
  // Nodes without an environment have the index -1, as an environment without nodes.
  const within =
    environments && new Set(environments.map((id) => graph.environments.indexOf(id)).filter((it) => it >= 0));
  return (node) =>
    (!wanted || wanted.has(node)) &&
    !unwanted?.has(node) &&
    (!within || within.has(graph.environmentOf(node))) &&
    (!kinds || kinds.some((kind) => graph.hasKind(node, kind)));
}
