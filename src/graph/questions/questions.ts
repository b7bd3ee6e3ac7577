import type { MemoryGraph } from '../memory/memory-graph.js';
import type { Interrupt } from './interrupt.js';
import { composition } from './paths/composition.js';
import { shortestPaths } from './paths/shortest-paths.js';
import { reachable } from './reachability/reachable-nodes.js';
import type { Rows } from './packed-rows.js';
import { search } from './search.js';
import { entityCounts } from './walks/entity-counts.js';
import { entityList } from './walks/entity-list.js';
import { entitySubgraph } from './walks/entity-subgraph.js';

/** An answer that names nodes by their ids; GraphReader reads their rows. */
interface AnswerOfNodes {
  readonly ids: readonly number[];
}

/** The questions that query threads answer. Arguments and answers are plain data, and name nodes by their ids. */
export const questions = {
  composition,
  entityCounts,
  entityList,
  entitySubgraph,
  reachable,
  search,
  shortestPaths,
} as const satisfies Record<string, (graph: MemoryGraph, args: never, interrupt: Interrupt) => AnswerOfNodes>;

export type QuestionName = keyof typeof questions;
export type Arguments<N extends QuestionName> = Parameters<(typeof questions)[N]>[1];
export type AnswerTo<N extends QuestionName> = WithRows<ReturnType<(typeof questions)[N]>>;

type WithRows<Answer> = Answer extends { readonly edges: readonly (infer Edge)[] }
  ? Omit<Answer, 'edges'> & { readonly edges: Rows<Edge> }
  : Answer;

/** Runs a question. */
export function answer<N extends QuestionName>(
  name: N,
  graph: MemoryGraph,
  args: Arguments<N>,
  interrupt: Interrupt,
): AnswerTo<N>;
export function answer(name: QuestionName, graph: MemoryGraph, args: unknown, interrupt: Interrupt): object {
  return questions[name](graph, args as never, interrupt);
}
