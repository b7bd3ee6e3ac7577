import type { MemoryGraph } from '../../memory/memory-graph.js';
import type { Interrupt } from '../interrupt.js';
import { NodeMarks } from '../nodes/node-marks.js';
import { somePeer } from './walk.js';
import type { WalkedNodes } from './walked-nodes.js';

/** The part of a walk that ends in results: the nodes, with their states, that lead to a result or are one. */
export class LeadingNodes {
  private readonly marks: readonly NodeMarks[];

  constructor(
    private readonly graph: MemoryGraph,
    private readonly walked: WalkedNodes,
    private readonly isResult: (node: number) => boolean,
    private readonly interrupt: Interrupt,
  ) {
    this.marks = walked.steps.map(() => new NodeMarks());
    for (const marks of this.marks) marks.clear(graph.size);
    this.markBackwards();
  }

  has(node: number, state: number): boolean {
    return this.marks[state]!.has(node);
  }

  /** Whether a step leads from the node to a result or towards one. */
  leadsOn(node: number, state: number): boolean {
    this.interrupt.check();
    const { graph, walked } = this;
    return (
      walked.steps[state]!.some((step) => somePeer(graph, step, node, (peer) => this.has(peer, step.to))) ||
      walked.lastSteps[state]!.some((step) => somePeer(graph, step, node, this.isResult))
    );
  }

  /** Most steps lead to nodes that were found later, so that one pass from the last node finds nearly all. */
  private markBackwards(): void {
    const { nodes, states, from } = this.walked;
    const rest: number[] = [];
    for (let at = nodes.length - 1; at >= 0; at--) {
      const [node, state] = [nodes[at]!, states[at]!];
      const isEnd = from.walk.ends.includes(state) && this.isResult(node);
      if (isEnd || this.leadsOn(node, state)) this.marks[state]!.add(node);
      else rest.push(at);
    }
    this.markRest(rest);
  }

  /** Follows the steps between nodes that the pass has left, from which only cycles lead on. */
  private markRest(rest: readonly number[]): void {
    const { nodes, states, steps } = this.walked;
    const found = rest.filter((at) => this.leadsOn(nodes[at]!, states[at]!));
    if (found.length === 0) return;
    const keyOf = (node: number, state: number) => node * steps.length + state;
    const before = new Map<number, number[]>();
    for (const at of rest) {
      this.interrupt.check();
      for (const step of steps[states[at]!]!)
        somePeer(this.graph, step, nodes[at]!, (peer) => {
          const key = keyOf(peer, step.to);
          const places = before.get(key);
          if (places) places.push(at);
          else before.set(key, [at]);
          return false;
        });
    }
    // The loop visits the nodes that it adds.
    for (const at of found) {
      if (!this.marks[states[at]!]!.add(nodes[at]!)) continue;
      for (const former of before.get(keyOf(nodes[at]!, states[at]!)) ?? []) found.push(former);
    }
  }
}
