import { withRoom } from '../../memory/growing-columns.js';
import type { MemoryGraph } from '../../memory/memory-graph.js';
import type { Interrupt } from '../interrupt.js';
import { NodeMarks } from '../nodes/node-marks.js';
import { somePeer, type WalkStep, type WalkFrom } from './walk.js';

/** By state of a walk. One walk uses them at a time. */
const marksOfStates: NodeMarks[] = [];
const marksOfResults = new NodeMarks();

/**
 * The nodes that a walk passes, each once with each state, nearest first. States without steps are left out, because they may have hundreds
 * of thousands of nodes: `steps` lead to states with further steps, and `lastSteps` to results without any.
 */
export class WalkedNodes {
  readonly nodes: number[] = [];
  readonly states: number[] = [];
  /** By the state from which they lead. */
  readonly steps: readonly (readonly WalkStep[])[];
  readonly lastSteps: readonly (readonly WalkStep[])[];

  constructor(
    private readonly graph: MemoryGraph,
    readonly from: WalkFrom,
    private readonly interrupt: Interrupt,
  ) {
    const { steps } = from.walk;
    const stateCount = Math.max(0, ...steps.flatMap((step) => [step.from, step.to])) + 1;
    const leadsOn = (state: number) => state === 0 || steps.some((step) => step.from === state);
    const stepsIf = (isWanted: (step: WalkStep) => boolean) =>
      Array.from({ length: stateCount }, (_, state) => steps.filter((step) => step.from === state && isWanted(step)));
    this.steps = stepsIf(({ to }) => leadsOn(to));
    this.lastSteps = stepsIf(({ to }) => !leadsOn(to));
    for (let state = 0; state < stateCount; state++) (marksOfStates[state] ??= new NodeMarks()).clear(graph.size);
    for (const node of startsOf(graph, from)) this.add(node, 0);
    this.walk();
  }

  /** Whether the walk has passed the node in that state. Only until the next walk. */
  has(node: number, state: number): boolean {
    return marksOfStates[state]!.has(node);
  }

  /** The results, each once, in no order. */
  results(isResult: (node: number) => boolean, ends = this.from.walk.ends): Int32Array {
    marksOfResults.clear(this.graph.size);
    let results = new Int32Array(64);
    let count = 0;
    const add = (node: number) => {
      if (isResult(node) && marksOfResults.add(node)) {
        results = withRoom(results, count + 1);
        results[count++] = node;
      }
      return false;
    };
    for (const [index, node] of this.nodes.entries()) {
      this.interrupt.check();
      const state = this.states[index]!;
      if (ends.includes(state)) add(node);
      for (const step of this.lastSteps[state]!) somePeer(this.graph, step, node, add);
    }
    return results.slice(0, count);
  }

  private add(node: number, state: number): void {
    if (!marksOfStates[state]!.add(node)) return;
    this.nodes.push(node);
    this.states.push(state);
  }

  private walk(): void {
    // The loop visits the nodes that it adds.
    for (let at = 0; at < this.nodes.length; at++) {
      this.interrupt.check();
      for (const step of this.steps[this.states[at]!]!)
        somePeer(this.graph, step, this.nodes[at]!, (peer) => {
          this.add(peer, step.to);
          return false;
        });
    }
  }
}

function startsOf(graph: MemoryGraph, { walk: { startsAtAll }, start, environment }: WalkFrom): readonly number[] {
  if (startsAtAll === undefined) return [start];
  const index = graph.environments.indexOf(environment);
  const starts: number[] = [];
  if (index < 0) return starts;
  for (let node = 0; node < graph.size; node++)
    if (graph.kindOf(node) === startsAtAll && graph.environmentOf(node) === index) starts.push(node);
  return starts;
}

/** Returns the test that nodes of the end states pass if they are results. */
export function resultTest(graph: MemoryGraph, from: WalkFrom): (node: number) => boolean {
  const { walk, start, environment, among, except, within } = from;
  const { kinds, areForeign, areOthers } = walk.results;
  const tests: ((node: number) => boolean)[] = [];
  if (kinds) tests.push(hasOneOf(graph, kinds));
  if (areOthers) tests.push((node) => node !== start);
  if (areForeign) {
    const own = graph.environments.indexOf(environment);
    tests.push((node) => graph.environmentOf(node) >= 0 && graph.environmentOf(node) !== own);
  }
  if (within) {
    const wanted = new Set(within.map((objectid) => graph.environments.indexOf(objectid)));
    wanted.delete(-1);
    tests.push((node) => wanted.has(graph.environmentOf(node)));
  }
  if (among) {
    const wanted = new Set(among);
    tests.push((node) => wanted.has(node));
  }
  if (except) {
    const unwanted = new Set(except);
    tests.push((node) => !unwanted.has(node));
  }
  const [only = () => true, ...more] = tests;
  return more.length === 0 ? only : (node) => tests.every((test) => test(node));
}

function hasOneOf(graph: MemoryGraph, kinds: readonly number[]): (node: number) => boolean {
  const [kind] = kinds;
  return kinds.length === 1 ? (node) => graph.kindOf(node) === kind : (node) => kinds.includes(graph.kindOf(node));
}
