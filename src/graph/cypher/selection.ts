import { cypher, type CypherArguments, type CypherAnswer, type CypherNeeds } from './cypher-question.js';
import { jsonOf, type Supplies } from './execution/properties.js';
import type { MemoryGraph } from '../memory/memory-graph.js';
import type { Interrupt } from '../questions/interrupt.js';
import { addBelow, enforcedLinksOf, expand, inherits, NodeSource } from '../questions/walks/expand.js';

export interface SelectionArguments {
  /** Ids of nodes. */
  readonly seeds: readonly number[];
  /** Their nodes are seeds, too. They read `isaclprotected`. */
  readonly queries: readonly CypherArguments[];
  /** Nodes that are selected in addition to the seeds: none, the nodes below them, or also the nodes above all these. */
  readonly expansion: 'none' | 'below' | 'all';
  /** Most nodes that are returned. */
  readonly limit: number;
}

export interface SelectionAnswer {
  readonly ids: readonly number[];
  /** A number of `NodeSource` for each. */
  readonly sources: readonly number[];
  /** Of all selected nodes. */
  readonly count: number;
  /** Why a query, of this index, has no nodes. */
  readonly fault: (NonNullable<CypherAnswer['fault']> & { readonly query: number }) | null;
}

/** Selects nodes as a selector of a tag does. */
export function* selection(
  graph: MemoryGraph,
  { seeds, queries, expansion, limit }: SelectionArguments,
  interrupt: Interrupt,
): Generator<CypherNeeds, SelectionAnswer, Supplies> {
  const starts = new Set(graph.nodesOf(seeds));
  for (const [query, args] of queries.entries()) {
    const { ids, fault } = yield* cypher(graph, args, interrupt);
    if (fault) return { ids: [], sources: [], count: 0, fault: { ...fault, query } };
    for (const node of graph.nodesOf(ids)) starts.add(node);
  }
  const selected =
    expansion === 'none'
      ? new Map(Array.from(starts, (node) => [node, NodeSource.Seed]))
      : expand(
          graph,
          enforcedLinksOf(graph),
          [...starts],
          expansion === 'all' ? { inheriting: yield* inheriting(graph, addBelow(graph, [...starts])) } : null,
        );
  const shown = [...selected].slice(0, limit);
  return {
    ids: graph.idsOf(shown.map(([node]) => node)),
    sources: shown.map(([, source]) => source),
    count: selected.size,
    fault: null,
  };
}

function* inheriting(
  graph: MemoryGraph,
  nodes: ReadonlySet<number>,
): Generator<CypherNeeds, ReadonlySet<number>, Supplies> {
  const all = [...nodes];
  const { nodes: properties } = yield { nodes: graph.idsOf(all), edges: [] };
  return new Set(all.filter((_, index) => inherits(jsonOf(properties[index]))));
}
