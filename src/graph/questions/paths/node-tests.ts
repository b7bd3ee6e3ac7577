import type { MemoryGraph } from '../../memory/memory-graph.js';
import type { NodeTest } from './reason.js';

/** Nodes by test. */
type NodesByTest = Readonly<Record<NodeTest, readonly number[]>>;

/** The results of tests of nodes. All nodes pass a test that was not run yet; it is noted. */
export class NodeTests {
  /** How often a result was not known. */
  unanswered = 0;
  private readonly known = new Map<NodeTest, Map<number, boolean>>();
  private missing = new Map<NodeTest, Set<number>>();
  private isComplete = false;

  /** @param passed ids of the nodes that pass; all others fail */
  static of(graph: MemoryGraph, passed: NodesByTest): NodeTests {
    const tests = new NodeTests();
    for (const [test, ids] of Object.entries(passed))
      tests.known.set(test, new Map(graph.nodesOf(ids).map((node) => [node, true])));
    tests.isComplete = true;
    return tests;
  }

  passes(test: NodeTest, node: number): boolean {
    const result = this.known.get(test)?.get(node);
    if (result !== undefined) return result;
    if (this.isComplete) return false;
    this.unanswered++;
    const nodes = this.missing.get(test) ?? new Set<number>();
    this.missing.set(test, nodes.add(node));
    return true;
  }

  /** The ids of nodes whose results are missing; none if there are no such nodes. */
  missingIn(graph: MemoryGraph): NodesByTest {
    return Object.fromEntries([...this.missing].map(([test, nodes]) => [test, graph.idsOf([...nodes])]));
  }

  /** Takes the results of all that is missing. @param passed ids of the nodes that pass; the others fail */
  learn(graph: MemoryGraph, passed: NodesByTest): void {
    for (const [test, nodes] of this.missing) {
      const passing = new Set(graph.nodesOf(passed[test] ?? []));
      const results = this.known.get(test) ?? new Map<number, boolean>();
      this.known.set(test, results);
      for (const node of nodes) results.set(node, passing.has(node));
    }
    this.missing = new Map();
  }
}
