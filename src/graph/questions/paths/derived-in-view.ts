import type { HiddenParts } from '../../memory/hidden-parts.js';
import type { MemoryGraph } from '../../memory/memory-graph.js';
import { EdgeFlag, statedFlags } from '../../store/edge-flag.js';
import type { Interrupt } from '../interrupt.js';
import type { AnswerWithNeeds } from '../needs.js';
import { Explanation } from './explanation.js';
import type { PathEdge } from './path-subgraph.js';
import { PrincipalGroups } from './principal-groups.js';
import type { KnownProofs } from './known-proofs.js';

/** Whether an edge is there only because the analysis derived it. */
export function isDerivedOnly(flags: number): boolean {
  return (flags & EdgeFlag.Derived) !== 0 && (flags & statedFlags) === 0;
}

/** Finds the derived edges that no longer follow in a view: those that a reason explains in the graph, and none in the view. */
export class DerivedInView {
  private readonly judged = new Map<string, boolean>();
  private groups: { readonly view: PrincipalGroups; readonly graph: PrincipalGroups };

  /** @param affected by kind: 1 if derived edges of it may be gone */
  constructor(
    private readonly view: MemoryGraph,
    private readonly hidden: HiddenParts,
    private readonly proofs: KnownProofs,
    readonly affected: Uint8Array,
    private readonly interrupt: Interrupt,
  ) {
    this.groups = this.newGroups();
  }

  /** Hides the edges that are gone. @returns whether there are any */
  *hideGone(edges: readonly PathEdge[]): AnswerWithNeeds<boolean> {
    const { tests, graph } = this.proofs;
    for (;;) {
      const gone = edges.filter((edge) => !this.holds(edge));
      const missing = tests.missingIn(graph);
      if (Object.keys(missing).length === 0) {
        for (const [source, kind, target] of gone) this.hidden.addEdge(source, kind, target);
        return gone.length > 0;
      }
      const { proofs } = yield { proofs: { facts: false, tests: missing } };
      tests.learn(graph, proofs?.passed ?? {});
      this.groups = this.newGroups();
    }
  }

  /** Also true until all tests that it depends on are known. */
  private holds(edge: PathEdge): boolean {
    const key = edge.slice(0, 3).join(' ');
    const known = this.judged.get(key);
    if (known !== undefined) return known;
    const before = this.proofs.tests.unanswered;
    // An edge may be part of its own explanation.
    this.judged.set(key, true);
    const result = this.judge(edge, before);
    if (this.proofs.tests.unanswered === before) this.judged.set(key, result);
    else this.judged.delete(key);
    return result || !this.judged.has(key);
  }

  private judge(edge: PathEdge, unanswered: number): boolean {
    for (;;) {
      this.interrupt.check();
      const proof = this.explain(this.view, this.groups.view, edge);
      if (!proof) return !this.explain(this.proofs.graph, this.groups.graph, edge);
      const gone = proof.filter((it) => this.affected[it[1]] === 1 && isDerivedOnly(it[3]) && !this.holds(it));
      if (gone.length === 0 || this.proofs.tests.unanswered > unanswered) return true;
      for (const [source, kind, target] of gone) this.hidden.addEdge(source, kind, target);
    }
  }

  /** The edges by which the first reason holds; null if none does. */
  private explain(graph: MemoryGraph, groups: PrincipalGroups, [source, kind, target]: PathEdge): PathEdge[] | null {
    const { facts } = this.proofs;
    const ends = { source, target, principal: source };
    const explanation = new Explanation(graph, facts, ends, this.interrupt, groups);
    for (const reason of this.proofs.reasonsFor(kind)) {
      const edges = explanation.edgesOf(reason);
      if (edges) return edges;
    }
    return null;
  }

  private newGroups(): typeof this.groups {
    const of = (graph: MemoryGraph) => new PrincipalGroups(graph, this.proofs.facts, this.interrupt);
    return { view: of(this.view), graph: of(this.proofs.graph) };
  }
}
