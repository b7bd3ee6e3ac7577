import type { MemoryGraph } from '../memory/memory-graph.js';
import type { Interrupt } from '../questions/interrupt.js';
import { cypher } from '../cypher/cypher-question.js';
import { composition } from '../questions/paths/composition.js';
import { edgeOfId } from '../questions/paths/edge-of-id.js';
import { matchingEdges } from '../questions/paths/matching-edges.js';
import { derivedEdgesIn, shortestPaths } from '../questions/paths/shortest-paths.js';
import { edgeFixes } from '../questions/plan/edge-fixes.js';
import { fixStates } from '../questions/plan/fix-state.js';
import { plan } from '../questions/plan/plan.js';
import { ranking } from '../questions/ranking/ranking.js';
import { exposure } from '../questions/reachability/exposure.js';
import { newWays } from '../questions/reachability/new-ways.js';
import { reachable, reachableList } from '../questions/reachability/reachable-nodes.js';
import type { Rows } from './packed-rows.js';
import { search } from '../questions/search.js';
import { selection } from '../cypher/selection.js';
import { choice } from '../questions/nodes/node-selection.js';
import { edgeCounts } from '../questions/nodes/edge-counts.js';
import { neighbourhood } from '../questions/paths/neighbourhood.js';
import { summary } from '../questions/nodes/summary.js';
import { viewed } from '../questions/paths/in-view.js';
import { entityCounts } from '../questions/walks/entity-counts.js';
import { entityList } from '../questions/walks/entity-list.js';
import type { WithPassedRoles } from '../questions/walks/passed-roles.js';
import { entitySubgraph } from '../questions/walks/entity-subgraph.js';

/** An answer that names nodes by their ids; GraphReader reads their rows. */
interface AnswerOfNodes extends WithPassedRoles {
  readonly ids: readonly number[];
}

/** An answer that needs more than memory has: it yields what it needs, and goes on with that. */
export type Dialogue<Needs = unknown, Answer = AnswerOfNodes, Supplies = never> = Generator<Needs, Answer, Supplies>;

/** The questions that query threads answer. Arguments and answers are plain data, and name nodes by their ids. */
export const questions = {
  choice,
  composition,
  cypher,
  edgeCounts,
  edgeFixes,
  edgeOfId,
  edges: matchingEdges,
  entityCounts,
  entityList,
  entitySubgraph,
  exposure,
  fixStates,
  neighbourhood,
  newWays,
  plan,
  ranking,
  reachable,
  reachableList,
  search,
  selection,
  summary,
  shortestPaths: viewed(shortestPaths, derivedEdgesIn),
} as const satisfies Record<
  string,
  (graph: MemoryGraph, args: never, interrupt: Interrupt) => AnswerOfNodes | Dialogue
>;

export type QuestionName = keyof typeof questions;
export type Arguments<N extends QuestionName> = Parameters<(typeof questions)[N]>[1];
export type AnswerTo<N extends QuestionName> = WithRows<Final<Begun<N>>>;
type DialogueOf<N extends QuestionName> = Dialogue<NeedsOf<Begun<N>>, AnswerTo<N>, SuppliesOf<Begun<N>>>;
/** Reads what a question needs. */
export type Supplier<N extends QuestionName> = (needs: NeedsOf<Begun<N>>) => Promise<SuppliesOf<Begun<N>>>;

type Begun<N extends QuestionName> = ReturnType<(typeof questions)[N]>;
type Final<Result> = Result extends Generator<unknown, infer Answer, never> ? Answer : Result;
type NeedsOf<Result> = Result extends Generator<infer Needs, unknown, never> ? Needs : never;
type SuppliesOf<Result> = Result extends Generator<unknown, unknown, infer Supplies> ? Supplies : never;

type WithRows<Answer> = Answer extends { readonly edges: readonly (infer Edge)[] }
  ? Omit<Answer, 'edges'> & { readonly edges: Rows<Edge> }
  : Answer;

/** Begins a question. Most have their answer at once. */
export function begin<N extends QuestionName>(
  name: N,
  graph: MemoryGraph,
  args: Arguments<N>,
  interrupt: Interrupt,
): AnswerTo<N> | DialogueOf<N>;
export function begin(name: QuestionName, graph: MemoryGraph, args: unknown, interrupt: Interrupt): object {
  return Reflect.apply(questions[name], undefined, [graph, args, interrupt]);
}

export function isDialogue<Answer extends object, Of extends Dialogue<unknown, Answer>>(
  begun: Answer | Of,
): begun is Of {
  return Symbol.iterator in begun && 'next' in begun;
}
