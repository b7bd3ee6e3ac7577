import type { Highs } from 'highs';
import type { MemoryGraph } from '../../graph/memory/memory-graph.js';
import { uninterrupted } from '../../graph/questions/interrupt.js';
import type { AnswerWithNeeds } from '../../graph/questions/needs.js';
import { plan } from '../../graph/questions/plan/plan.js';
import type { PlanSubject } from '../../graph/questions/plan/plan-inputs.js';
import type { PlanResult } from '../../graph/questions/plan/plan-result.js';
import { Trait } from '../facts/graph-facts.js';
import { hasTrait } from './node-tests.js';
import { allReasons } from './reasons.js';

export function planSubject(end: number, kinds: readonly number[], more: Partial<PlanSubject> = {}): PlanSubject {
  return { ends: { ids: [end] }, among: null, kinds, costs: {}, keptNodes: [], keptEdges: [], ...more };
}

/** The answer to a question about a graph without derived edges. */
export function answerOf<Answer>(question: AnswerWithNeeds<Answer>, solver: Highs): Answer {
  const facts = {
    everybody: [],
    domains: {},
    followedGroups: hasTrait(Trait.LocalAdministrators, false),
    reasons: allReasons(false),
  };
  let step = question.next();
  while (!step.done) step = question.next({ proofs: { facts, passed: {} }, values: [], properties: [], solver });
  return step.value;
}

/** The plan of a graph without derived edges. */
export function planOfGraph(graph: MemoryGraph, end: number, kinds: readonly number[], solver: Highs): PlanResult {
  const args = { ...planSubject(end, kinds), known: null };
  return answerOf(plan(graph, args, uninterrupted), solver).plan!;
}
