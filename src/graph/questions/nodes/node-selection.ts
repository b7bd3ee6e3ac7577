import type { Condition } from '../../conditions/condition.js';
import type { MemoryGraph } from '../../memory/memory-graph.js';
import type { Interrupt } from '../interrupt.js';
import type { AnswerWithNeeds, NeedyParameter } from '../needs.js';
import { chosenNodes } from '../pages/chosen-nodes.js';

/** Nodes by id, or all nodes of a kind; null: of any. */
export type NodeSelection = { readonly ids: ArrayLike<number> } | { readonly kind: number | null };

/** The nodes of a selection that meet all conditions. */
export type ChosenSelection = NodeSelection & {
  readonly chosen?: { readonly parameter: NeedyParameter; readonly where: readonly Condition[] } | undefined;
};

/** The same nodes without conditions. */
export function* plainSelection(
  graph: MemoryGraph,
  { chosen, ...selection }: ChosenSelection,
  interrupt: Interrupt,
): AnswerWithNeeds<NodeSelection> {
  if (!chosen) return selection;
  const nodes = Int32Array.from(selectedNodes(graph, selection));
  return { ids: graph.idsOf([...(yield* chosenNodes(graph, nodes, chosen.where, interrupt, chosen.parameter))]) };
}

/** Chooses the ends of a question before it is asked. */
export function withChosenEnds<Args extends Record<'starts' | 'ends', NodeSelection>, Answer>(
  ask: (graph: MemoryGraph, args: Args, interrupt: Interrupt) => AnswerWithNeeds<Answer>,
) {
  return function* (
    graph: MemoryGraph,
    args: Args & Record<'starts' | 'ends', ChosenSelection>,
    interrupt: Interrupt,
  ): AnswerWithNeeds<Answer> {
    const starts = yield* plainSelection(graph, args.starts, interrupt);
    const ends = yield* plainSelection(graph, args.ends, interrupt);
    return yield* ask(graph, { ...args, starts, ends }, interrupt);
  };
}

/** The nodes that exist, each once, ascending. */
export function selectedNodes(graph: MemoryGraph, selection: NodeSelection): number[] {
  const found: number[] = [];
  if ('kind' in selection) {
    const { kind } = selection;
    for (let node = 0; node < graph.size; node++)
      if (kind === null ? graph.exists(node) : graph.hasKind(node, kind)) found.push(node);
    return found;
  }
  return [...new Set(graph.nodesOf(selection.ids))].toSorted((one, other) => one - other);
}
