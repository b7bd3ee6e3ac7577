import type { Highs } from 'highs';
import type { MemoryGraph } from '../../graph/memory/memory-graph.js';
import { uninterrupted } from '../../graph/questions/interrupt.js';
import { plan } from '../../graph/questions/plan/plan.js';
import type { PlanResult } from '../../graph/questions/plan/plan-result.js';
import { Trait } from '../facts/graph-facts.js';
import { hasTrait } from './node-tests.js';
import { allReasons } from './reasons.js';

/** The plan of a graph without derived edges. */
export function planOfGraph(graph: MemoryGraph, end: number, kinds: readonly number[], solver: Highs): PlanResult {
  const subject = { ends: { ids: [end] }, among: null, kinds, costs: {}, keptNodes: [], keptEdges: [], known: null };
  const question = plan(graph, subject, uninterrupted);
  const facts = {
    everybody: [],
    domains: {},
    followedGroups: hasTrait(Trait.LocalAdministrators, false),
    reasons: allReasons(false),
  };
  let step = question.next();
  while (!step.done) step = question.next({ proofs: { facts, passed: {} }, values: [], solver });
  return step.value.plan!;
}
