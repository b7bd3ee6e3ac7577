import type { Condition } from '../../conditions/condition.js';
import type { MemoryGraph } from '../../memory/memory-graph.js';
import type { Interrupt } from '../interrupt.js';
import type { AnswerWithNeeds, NeedyParameter } from '../needs.js';
import { chosenNodes } from '../pages/chosen-nodes.js';

/** Nodes by id, or all nodes of a kind; null: of any. */
export type NodeSelection = { readonly ids: ArrayLike<number> } | { readonly kind: number | null };

interface ChoiceArguments {
  readonly from: NodeSelection;
  readonly where: readonly Condition[];
  readonly parameter: NeedyParameter;
}

/** The ids of the nodes of a selection that meet all conditions. */
export function* choice(
  graph: MemoryGraph,
  { from, where, parameter }: ChoiceArguments,
  interrupt: Interrupt,
): AnswerWithNeeds<{ readonly ids: readonly number[]; readonly chosen: readonly number[] }> {
  const nodes = Int32Array.from(selectedNodes(graph, from));
  return { ids: [], chosen: graph.idsOf([...(yield* chosenNodes(graph, nodes, where, interrupt, parameter))]) };
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
