import { lastKind, Kind } from '../../kinds/kind-catalogue.js';
import type { MemoryGraph } from '../../memory/memory-graph.js';
import { NodeTests } from './node-tests.js';
import type { ProofFacts } from './principal-groups.js';
import type { NodeTest, Reason, Step } from './reason.js';

/** What a question in a view needs beyond memory. Nodes are ids. */
export interface ProofNeeds {
  readonly facts: boolean;
  readonly tests: Readonly<Record<NodeTest, readonly number[]>>;
}

export interface Proofs {
  /** Null if they are not needed. */
  readonly facts: (ProofFacts & { readonly reasons: Readonly<Record<number, readonly Reason[]>> }) | null;
  /** Ids of the nodes that pass, by test. */
  readonly passed: Readonly<Record<NodeTest, readonly number[]>>;
}

/** The reasons for derived edges, and the results of tests of nodes. They stay the same for all views of a graph. */
export class KnownProofs {
  readonly tests = new NodeTests();
  readonly facts: ProofFacts & { readonly tests: NodeTests };
  private readonly reasons: ReadonlyMap<number, readonly Reason[]>;
  /** The kinds of edges that reasons for a kind depend on. */
  private readonly needed: ReadonlyMap<number, ReadonlySet<number>>;

  constructor(
    readonly graph: MemoryGraph,
    proofs: Proofs | undefined,
  ) {
    const facts = proofs?.facts;
    if (!facts) throw new Error('there are no facts');
    this.facts = { ...facts, tests: this.tests };
    this.reasons = new Map(Object.entries(facts.reasons).map(([kind, reasons]) => [Number(kind), reasons]));
    this.needed = new Map(
      [...this.reasons].map(([kind, reasons]) => [kind, new Set(reasons.flatMap(({ steps }) => kindsIn(steps)))]),
    );
  }

  /** All reasons for edges of all kinds. */
  get all(): readonly Reason[] {
    return [...this.reasons.values()].flat();
  }

  reasonsFor(kind: number): readonly Reason[] {
    return this.reasons.get(kind) ?? [];
  }

  /** By kind: 1 if derived edges of it may depend on edges of some kinds, directly or by other derived edges. */
  affectedBy(kinds: ReadonlySet<number>): Uint8Array {
    const affected = new Uint8Array(lastKind + 1);
    const changed = new Set(kinds);
    // The loop visits the kinds that it adds.
    for (const one of changed)
      for (const [kind, needed] of this.needed)
        if (needed.has(one)) {
          affected[kind] = 1;
          changed.add(kind);
        }
    return affected;
  }
}

function kindsIn(steps: readonly Step[]): number[] {
  return steps.flatMap(({ kinds, byGroups, next }) => [
    ...kinds,
    ...(byGroups ? [Kind.MemberOf, Kind.MemberOfLocalGroup] : []),
    ...kindsIn(next ?? []),
  ]);
}
