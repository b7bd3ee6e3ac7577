import { propertiesOfSorts } from '../../kinds/descriptions/edge-fixes.js';
import type { MemoryGraph } from '../../memory/memory-graph.js';
import type { Interrupt } from '../interrupt.js';
import type { AnswerWithNeeds } from '../needs.js';
import type { KnownProofs } from '../paths/known-proofs.js';
import { allPassedRoles, type WithPassedRoles } from '../walks/passed-roles.js';
import { flagsOfSorts } from './container-fixes.js';
import { edgeKey } from './edge-reasons.js';
import { fixedNodes } from './fixed-nodes.js';
import { type NamedFix, numbersOf, placeNamed } from './named-fix.js';
import { PlanCheck } from './plan-check.js';
import { bytesFor, learnTests, PlanInputs, planMemory, type PlanSubject } from './plan-inputs.js';
import { sortsByTest } from './sorts-by-test.js';

export interface FixState {
  /** How many of its facts the graph has. */
  readonly facts: number;
  /** Whether a way of an account rests on one of them. */
  readonly isNeeded: boolean;
  /** Whether the object that it changes is there. */
  readonly hasObject: boolean;
  /** Whether what would tell was collected. */
  readonly isKnown: boolean;
}

interface FixStates extends WithPassedRoles {
  readonly ids: readonly number[];
  /** In the order of the fixes. Null: it needs too much memory. */
  readonly states: readonly FixState[] | null;
}

export interface FixStateArguments extends PlanSubject {
  readonly fixes: readonly NamedFix[];
}

/** More nodes of a domain are not asked whether a property was collected. */
const mostAsked = 1000;

/** How much of fixes is made. */
export function* fixStates(
  graph: MemoryGraph,
  { fixes, ...subject }: FixStateArguments,
  interrupt: Interrupt,
): AnswerWithNeeds<FixStates> {
  const passed = allPassedRoles(graph);
  if (bytesFor(graph, subject.kinds) > planMemory) return { ids: [], states: null, ...passed };
  const inputs = yield* PlanInputs.of(graph, subject, interrupt);
  const reasons = inputs.reasonsWith(new Map());
  const { sets, set } = yield* inputs.stepsBy(reasons);
  const needed = new Set(Array.from(new Set(Array.from(set)), (it) => sets[it]!).flat());
  const { planGraph, table, proofs } = inputs;
  const check = new PlanCheck(planGraph, table, reasons, proofs, interrupt);
  const properties = new PropertyFacts(inputs.graph, proofs);
  for (const fix of fixes) properties.of(fix);
  while (yield* learnTests(proofs)) for (const fix of fixes) properties.of(fix);
  const states: FixState[] = [];
  for (const fix of fixes) {
    const hasObject = placeNamed(inputs.seen, fix.at) >= 0;
    const [number] = numbersOf([fix], inputs.seen, table);
    const edges = number === undefined ? 0 : edgesOf(check, number, table.fixes[number]!);
    const facts = edges + properties.of(fix).length;
    states.push({
      facts,
      isNeeded: number !== undefined && needed.has(number),
      hasObject,
      isKnown: facts > 0 || (yield* properties.areCollected(fix)),
    });
  }
  return { ids: [], states, ...passed };
}

/** The edges between the object and the trustee, of which others are copies; all edges that it cuts if there is no trustee. */
function edgesOf(check: PlanCheck, number: number, { at, by }: { readonly at: number; readonly by: number }): number {
  const cut = check.cutEdges(new Set([number]));
  const own = cut.filter(
    ([source, , target]) => by < 0 || (source === by && target === at) || (source === at && target === by),
  );
  return new Set(own.map(([source, kind, target]) => edgeKey(source, kind, target))).size;
}

/** Facts that are properties of nodes. */
class PropertyFacts {
  private readonly tests: ReturnType<typeof sortsByTest>;

  constructor(
    private readonly graph: MemoryGraph,
    private readonly proofs: KnownProofs,
  ) {
    this.tests = sortsByTest(proofs);
  }

  /** The nodes at which the fix is not made. */
  of(fix: NamedFix): number[] {
    if (fix.sort === 'disable')
      return this.nodesOf(fix).filter((node) => this.graph.property('enabled')?.(node) === true);
    const flag = flagsOfSorts[fix.sort];
    if (flag !== undefined) return this.nodesOf(fix).filter((node) => !this.graph.hasFlag(node, flag));
    const tests = [...this.tests].flatMap(([test, sorts]) => (sorts.includes(fix.sort) ? [test] : []));
    if (tests.length === 0) return [];
    return this.nodesOf(fix).filter((node) => tests.filter((test) => this.proofs.tests.passes(test, node)).length > 0);
  }

  /** Whether one of the nodes has the property that tells. */
  *areCollected(fix: NamedFix): AnswerWithNeeds<boolean> {
    const key = propertiesOfSorts[fix.sort];
    const nodes = this.nodesOf(fix).slice(0, mostAsked);
    if (key === undefined || nodes.length === 0) return true;
    const ids = this.graph.idsOf(nodes);
    const { properties = [] } = yield { properties: { ids, keys: [key], parameter: 'where', total: ids.length } };
    return properties.some((it) => it[key] !== undefined && it[key] !== null);
  }

  private nodesOf({ sort, at }: NamedFix): number[] {
    const place = placeNamed(this.graph, at);
    return place < 0 ? [] : fixedNodes(this.graph, sort, place);
  }
}
