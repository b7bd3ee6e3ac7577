import { HiddenParts } from '../../memory/hidden-parts.js';
import { MemoryGraph } from '../../memory/memory-graph.js';
import { HeldGraph } from '../../reach/held-graph.js';
import { walkedGraph } from '../../reach/walked-graph.js';
import { EdgeFlag } from '../../store/edge-flag.js';
import type { Interrupt } from '../interrupt.js';
import { isDerivedOnly } from '../paths/derived-in-view.js';
import { Explanation } from '../paths/explanation.js';
import type { KnownProofs } from '../paths/known-proofs.js';
import { NodeTests } from '../paths/node-tests.js';
import type { PathEdge } from '../paths/path-subgraph.js';
import { PrincipalGroups } from '../paths/principal-groups.js';
import type { NodeTest } from '../paths/reason.js';
import type { FixSort } from '../../kinds/descriptions/edge-fixes.js';
import type { Alternatives } from './alternatives.js';
import { changeReach } from './container-fixes.js';
import { edgeKey, type EdgeReasons } from './edge-reasons.js';
import { sortsByTest } from './sorts-by-test.js';
import type { FixTable } from './fix-table.js';
import type { PlanGraph } from './plan-graph.js';

interface Checked {
  /** The accounts that still reach an end. */
  readonly exposed: readonly number[];
  /** By edge that still follows although all its known reasons are cut: its other reasons. */
  readonly others: ReadonlyMap<string, Alternatives>;
}

/** Node tests that fail if a fix makes them fail. */
class TestsWithFixes extends NodeTests {
  constructor(
    private readonly tests: NodeTests,
    private readonly isFixed: (test: NodeTest, node: number) => boolean,
  ) {
    super();
  }

  override passes(test: NodeTest, node: number): boolean {
    return !this.isFixed(test, node) && this.tests.passes(test, node);
  }
}

/** Checks plans in views: stated edges that fixes take away are hidden, and derived edges if no explanation of them holds any more. */
export class PlanCheck {
  private readonly sortsOf: ReadonlyMap<NodeTest, readonly FixSort[]>;

  constructor(
    private readonly plan: PlanGraph,
    private readonly table: FixTable,
    private readonly reasons: EdgeReasons,
    private readonly proofs: KnownProofs,
    private readonly interrupt: Interrupt,
  ) {
    this.sortsOf = sortsByTest(proofs);
  }

  check(chosen: ReadonlySet<number>): Checked {
    const { graph } = this.plan;
    const hidden = new HiddenParts(graph.data, graph.hidden ?? undefined);
    for (const [source, kind, target] of [...this.reasons.gone, ...this.cutEdges(chosen)])
      hidden.addEdge(source, kind, target);
    for (const { sort, at } of [...chosen].map((fix) => this.table.fixes[fix]!)) changeReach(hidden, sort, at);
    const view = new MemoryGraph(graph.data, hidden);
    const tests = new TestsWithFixes(this.proofs.tests, (test, node) => this.isFixed(chosen, test, node));
    const facts = { ...this.proofs.facts, tests };
    const isCut = (reason: readonly number[]) => reason.some((fix) => chosen.has(fix));
    const doubtful = [...this.reasons.derivedEdges].filter(({ alternatives }) => alternatives.every(isCut));
    let edges = doubtful.map(({ edge }) => edge);
    // An edge that is gone may be part of the explanation of another one.
    for (let before = -1; before !== edges.length;) {
      before = edges.length;
      const groups = new PrincipalGroups(view, facts, this.interrupt);
      edges = edges.filter((edge) => {
        const holds = this.isExplained(view, facts, groups, edge);
        if (!holds) hidden.addEdge(edge[0], edge[1], edge[2]);
        return holds;
      });
    }
    const inView = this.reasons.inView(view, facts);
    const others = new Map(edges.map((edge) => [edgeKey(edge[0], edge[1], edge[2]), inView(edge)]));
    const disabled = new Set([...chosen].flatMap((fix) => this.disabledBy(fix)));
    const exposed = this.plan
      .exposedIn(walkedGraph(view, this.plan.walked instanceof HeldGraph))
      .filter((node) => !disabled.has(node));
    return { exposed, others };
  }

  private disabledBy(fix: number): number[] {
    const { sort, at } = this.table.fixes[fix]!;
    return sort === 'disable' ? [at] : [];
  }

  private isExplained(
    view: MemoryGraph,
    facts: KnownProofs['facts'],
    groups: PrincipalGroups,
    [source, kind, target]: PathEdge,
  ): boolean {
    const explanation = new Explanation(view, facts, { source, target, principal: source }, this.interrupt, groups);
    return this.proofs.reasonsFor(kind).some((reason) => explanation.edgesOf(reason) !== null);
  }

  /** The stated edges that fixes take away, if they are not derived, too. All of them touch an object or a trustee of the fixes. */
  cutEdges(chosen: ReadonlySet<number>): PathEdge[] {
    return this.edgesBy(chosen, (flags) => (flags & EdgeFlag.Derived) === 0);
  }

  /** As {@link cutEdges}, with those that are derived, too: they may follow again from other facts. */
  statedEdges(chosen: ReadonlySet<number>): PathEdge[] {
    return this.edgesBy(chosen, (flags) => !isDerivedOnly(flags));
  }

  /** @param isLookedAt of edges with reasons */
  private edgesBy(chosen: ReadonlySet<number>, isLookedAt: (flags: number) => boolean): PathEdge[] {
    const { graph } = this.plan;
    const cut: PathEdge[] = [];
    const look = (source: number, kind: number, target: number, flags: number) => {
      if (!isLookedAt(flags) && this.proofs.reasonsFor(kind).length > 0) return;
      if (this.reasons.stated.of({ source, kind, target, flags }).some((fix) => chosen.has(fix)))
        cut.push([source, kind, target, flags]);
    };
    const touched = new Set([...chosen].flatMap((fix) => [this.table.fixes[fix]!.at, this.table.fixes[fix]!.by]));
    touched.delete(-1);
    for (const node of touched) {
      this.interrupt.check();
      graph.edgesOf('out', node, null, (target, kind, flags) => {
        look(node, kind, target, flags);
        return false;
      });
      graph.edgesOf('in', node, null, (source, kind, flags) => {
        look(source, kind, node, flags);
        return false;
      });
    }
    return cut;
  }

  private isFixed(chosen: ReadonlySet<number>, test: NodeTest, node: number): boolean {
    const sorts = this.sortsOf.get(test);
    if (!sorts) return false;
    const { graph } = this.plan;
    const domain = this.proofs.facts.domains[graph.environments[graph.environmentOf(node)] ?? ''];
    const places = [node, domain === undefined ? -1 : graph.placeOf(domain)];
    return sorts.some((sort) => places.some((at) => chosen.has(this.table.numberOf(sort, at))));
  }
}
