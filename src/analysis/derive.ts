import { Kind } from '../graph/kinds/kind-catalogue.js';
import type { Graph } from '../graph/memory/graph.js';
import { countDataQuality, type EnvironmentRow } from './data-quality/count-data-quality.js';
import { EdgeTotals } from './data-quality/edge-totals.js';
import { edgeListsOf, type EdgeLists } from './edge-lists.js';
import { GraphFacts, type StoredFacts } from './graph-facts.js';
import { propertyKinds } from './rules/property-rules.js';
import { rules } from './rules/rules.js';
import { scanStatedEdges } from './scan-edges.js';
import { tierZeroOf } from './tier-zero/tier-zero.js';
import { withMemberships } from './with-memberships.js';

/** All that is derived from a graph. */
export interface Derivation {
  readonly edges: EdgeLists;
  /** The edges of derived kinds that sources state. */
  readonly stated: EdgeLists;
  readonly tierZero: ReadonlySet<number>;
  readonly dataQuality: readonly EnvironmentRow[];
}

const scannedKinds: ReadonlySet<number> = new Set([
  ...propertyKinds,
  ...rules.flatMap(({ kinds, startsFrom = [] }) => [...kinds, ...startsFrom]),
]);

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
  const [formerMemberships, memberships] = [was.filter(isMembership), stored.linked.filter(isMembership)];
  const totals = new EdgeTotals(graph);
  const isDerived = (...edge: [number, number, number]) => formerMemberships.has(...edge) || memberships.has(...edge);
  const { stated, enforcedLinks } = scanStatedEdges(graph, scannedKinds, isDerived, (...edge) => totals.add(...edge));
  const facts = new GraphFacts(graph, stored, stated, enforcedLinks);
  const walked = withMemberships(graph, formerMemberships, memberships, stated);
  onStage(2);
  const edges = edgeListsOf((emit) => {
    stored.linked.edges(emit);
    for (const rule of rules) rule.derive(walked, facts, emit);
  });
  onStage(3);
  const tierZero = tierZeroOf(walked, facts);
  onStage(4);
  edges.edges((...edge) => {
    if (!stated.has(...edge)) totals.add(...edge);
  });
  return { edges, stated, tierZero, dataQuality: countDataQuality(graph, facts, totals) };
}

function isMembership(_source: number, kind: number): boolean {
  return kind === Kind.MemberOf;
}
