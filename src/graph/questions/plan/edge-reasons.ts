import type { MemoryGraph } from '../../memory/memory-graph.js';
import { EdgeFlag } from '../../store/edge-flag.js';
import type { Interrupt } from '../interrupt.js';
import { isDerivedOnly } from '../paths/derived-in-view.js';
import type { KnownProofs } from '../paths/known-proofs.js';
import type { PathEdge } from '../paths/path-subgraph.js';
import { type Alternatives, noReason, ReasonAlgebra, sureReason } from './alternatives.js';
import type { FixTable } from './fix-table.js';
import { ReasonFacts } from './reason-facts.js';
import type { StatedFixes } from './stated-fixes.js';

/** A derived edge with what cuts it. */
interface DerivedEdge {
  readonly edge: PathEdge;
  readonly alternatives: Alternatives;
}

/** Finds what cuts the edges of a graph: the fixes of stated edges, and the reasons of derived ones. */
export class EdgeReasons {
  readonly algebra = new ReasonAlgebra();
  /** Derived edges that no reason explains: nothing cuts them. */
  private readonly unexplained: PathEdge[] = [];
  /** Derived edges that no longer follow in the view. */
  readonly gone: PathEdge[] = [];
  private readonly derived = new Map<string, DerivedEdge>();
  private facts: ReasonFacts;
  private inWhole: ((edge: PathEdge) => Alternatives) | undefined;

  constructor(
    private readonly graph: MemoryGraph,
    private readonly proofs: KnownProofs,
    private readonly table: FixTable,
    readonly stated: StatedFixes,
    private readonly interrupt: Interrupt,
    /** By edge: reasons that a check found beside those of shortest chains. */
    private readonly others: ReadonlyMap<string, Alternatives>,
  ) {
    this.facts = this.factsOf(graph, proofs.facts);
  }

  /** The derived edges that were looked at. */
  get derivedEdges(): Iterable<DerivedEdge> {
    return this.derived.values();
  }

  of(source: number, kind: number, target: number, flags: number): Alternatives {
    const isStated = !isDerivedOnly(flags);
    const stated = () => [this.stated.of({ source, kind, target, flags }).toSorted((one, other) => one - other)];
    const reasons = flags & EdgeFlag.Derived ? this.proofs.reasonsFor(kind) : [];
    if (reasons.length === 0) return stated();
    const key = edgeKey(source, kind, target);
    const known = this.derived.get(key);
    if (known) return known.alternatives;
    const found = reasons.map((reason) => this.facts.of(reason, source, target));
    let alternatives = this.algebra.any([...found, this.others.get(key) ?? noReason, isStated ? stated() : noReason]);
    const edge: PathEdge = [source, kind, target, flags];
    if (alternatives.length === 0 && this.followsInWhole(edge)) this.gone.push(edge);
    else if (alternatives.length === 0) {
      alternatives = sureReason;
      this.unexplained.push(edge);
    }
    this.derived.set(key, { edge, alternatives });
    return alternatives;
  }

  unexplainedAmong(test: (edge: PathEdge) => boolean): number {
    return this.unexplained.filter(test).length;
  }

  /** Whether an edge that has no reason in the view has one in the graph. */
  private followsInWhole(edge: PathEdge): boolean {
    const { graph, facts } = this.proofs;
    if (this.graph === graph) return false;
    this.inWhole ??= this.inView(graph, facts);
    return this.inWhole(edge).length > 0;
  }

  /** The reasons of an edge in a view of the graph. */
  inView(view: MemoryGraph, facts: KnownProofs['facts']): (edge: PathEdge) => Alternatives {
    const inView = this.factsOf(view, facts);
    return ([source, kind, target]) =>
      this.algebra.any(this.proofs.reasonsFor(kind).map((reason) => inView.of(reason, source, target)));
  }

  /** Forgets what depends on tests that were run since. */
  forget(): void {
    this.derived.clear();
    this.unexplained.length = 0;
    this.gone.length = 0;
    this.inWhole = undefined;
    this.algebra.simplified = 0;
    this.facts = this.factsOf(this.graph, this.proofs.facts);
  }

  private factsOf(graph: MemoryGraph, facts: KnownProofs['facts']): ReasonFacts {
    const edge = (source: number, kind: number, target: number) =>
      this.of(source, kind, target, this.graph.flagsOf(source, kind, target) ?? 0);
    return new ReasonFacts(graph, facts, this.table, this.algebra, edge, this.interrupt);
  }
}

export function edgeKey(source: number, kind: number, target: number): string {
  return `${source} ${kind} ${target}`;
}
