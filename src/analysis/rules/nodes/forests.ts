import { Kind } from '../../../graph/kinds/kind-catalogue.js';
import type { GraphFacts, RuleGraph } from '../../facts/graph-facts.js';

/** The domains of each forest, by the trusts within it. */
export class Forests {
  private readonly domainOf = new Map<number, number>();
  private readonly known = new Map<number, ReadonlySet<number>>();

  constructor(
    private readonly graph: RuleGraph,
    facts: Pick<GraphFacts, 'environments'>,
  ) {
    for (const { id, environment, kind } of facts.environments)
      if (kind === Kind.Domain && environment >= 0) this.domainOf.set(environment, id);
  }

  /** The domain of a node. */
  domain(node: number): number | undefined {
    return this.domainOf.get(this.graph.environmentOf(node));
  }

  /** A domain and those that trust it within its forest, directly or over others. */
  trusting(domain: number): ReadonlySet<number> {
    const known = this.known.get(domain);
    if (known) return known;
    const found = new Set([domain]);
    this.known.set(domain, found);
    // A set visits the nodes that are added meanwhile.
    for (const trusted of found) this.graph.sources(trusted, Kind.SameForestTrust, (other) => found.add(other));
    return found;
  }

  /** Computers do not enroll at authorities of other forests. */
  mayEnroll(principal: number, authority: number): boolean {
    return !this.graph.hasKind(principal, Kind.Computer) || this.areTogether(principal, authority);
  }

  /** Whether two nodes are in domains of one forest; true if the domain of one is not known. */
  areTogether(one: number, other: number): boolean {
    const [first, second] = [this.domain(one), this.domain(other)];
    if (first === undefined || second === undefined || first === second) return true;
    return this.trusting(first).has(second) || this.trusting(second).has(first);
  }
}
