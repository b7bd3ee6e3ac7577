import { Kind } from '../graph/kinds/kind-catalogue.js';
import type { Graph } from '../graph/memory/graph.js';
import { countDataQuality, type EnvironmentRow } from './data-quality/count-data-quality.js';
import { EdgeTotals } from './data-quality/edge-totals.js';
import { type EdgeLists, EdgeListsBuilder } from './edge-lists.js';
import { GraphFacts, type StoredFacts } from './graph-facts.js';
import { GraphWithMemberships } from './graph-with-memberships.js';
import type { EmitEdge } from './rules/rule.js';
import { rightRules } from './rules/rules.js';
import { deriveMemberships } from './rules/well-known-groups.js';
import { scanStatedEdges } from './scan-edges.js';
import { tierZeroOf } from './tier-zero/tier-zero.js';

/** What follows from a graph. */
export interface Derivation {
  readonly edges: EdgeLists;
  /** The edges of derived kinds that sources state. */
  readonly stated: EdgeLists;
  readonly tierZero: ReadonlySet<number>;
  readonly dataQuality: readonly EnvironmentRow[];
}

const scannedKinds: ReadonlySet<number> = new Set(
  rightRules.flatMap(({ kinds, startsFrom = [] }) => [...kinds, ...startsFrom]),
);

/**
 * Derives all that follows from a graph. Depends on its arguments alone.
 * @param was the edges that the analysis before derived
 * @param onStage called with the number of each stage that is done
 */
export function deriveAll(
  graph: Graph,
  stored: StoredFacts,
  was: EdgeLists,
  onStage: (stage: number) => void,
): Derivation {
  const formerMemberships = was.ofKind(Kind.MemberOf);
  const memberships = gathered((emit) => deriveMemberships(stored.wellKnownGroups, emit));
  const eitherMemberships = gathered((emit) => {
    formerMemberships.edges(emit);
    memberships.edges(emit);
  });
  const totals = new EdgeTotals(graph);
  const { stated, enforcedLinks } = scanStatedEdges(graph, scannedKinds, eitherMemberships, (...edge) =>
    totals.add(...edge),
  );
  const facts = new GraphFacts(graph, stored, stated, enforcedLinks);
  const walked = new GraphWithMemberships(graph, formerMemberships, memberships, stated);
  onStage(2);
  const edges = gathered((emit) => {
    memberships.edges(emit);
    for (const rule of rightRules) rule.derive(walked, facts, emit);
  });
  onStage(3);
  const tierZero = tierZeroOf(walked, facts);
  onStage(4);
  edges.edges((source, kind, target) => {
    if (!stated.has(source, kind, target)) totals.add(source, kind, target);
  });
  return { edges, stated, tierZero, dataQuality: countDataQuality(graph, facts, totals) };
}

function gathered(emitAll: (emit: EmitEdge) => void): EdgeLists {
  const edges = new EdgeListsBuilder();
  emitAll((source, kind, target) => edges.add(source, kind, target));
  return edges.build();
}
