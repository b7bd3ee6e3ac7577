import type { Graph } from '../../graph/memory/graph.js';
import { enforcedLinksOf } from '../../graph/questions/walks/expand.js';
import { EdgeFlag, statedFlags } from '../../graph/store/edge-flag.js';
import type { AnalysisStage } from './analysis-stage.js';
import { countDataQuality, type EnvironmentRow } from '../data-quality/count-data-quality.js';
import { EdgeTotals } from '../data-quality/edge-totals.js';
import { type EdgeLists, EdgeListsBuilder } from '../facts/edge-lists.js';
import { GraphFacts, isStated, type StoredFacts } from '../facts/graph-facts.js';
import { Principals } from '../rules/nodes/principals.js';
import { deriveWithin, type EmitEdge, maxEdgesOfRule, type RuleInput } from '../rules/rule.js';
import { followedKinds, laterRules, linkedKinds, rules } from '../rules/rules.js';
import { type SkippedCount, SkippedObjects } from '../facts/skipped-objects.js';
import { type SelectedNodes, selectNodes } from '../tier-zero/select-nodes.js';
import type { SelectorStarts } from '../tier-zero/selectors.js';
import { notesOnUnits } from '../facts/unknown-units.js';
import { withDerived } from '../facts/with-derived.js';

/** All that is derived from a graph. */
export interface Derivation {
  /** The derived edges that the graph has. */
  readonly formerEdges: EdgeLists;
  readonly edges: EdgeLists;
  readonly selected: SelectedNodes;
  readonly tierZero: ReadonlySet<number>;
  /** Objects that rules skipped because they lack a property. */
  readonly skipped: readonly SkippedCount[];
  readonly dataQuality: readonly EnvironmentRow[];
  /** The same as if a part of the graph were all of it. */
  readonly dataQualityOf: (part: Graph) => readonly EnvironmentRow[];
  /** What readers of the run must know. */
  readonly notes: readonly string[];
}

const startKinds: ReadonlySet<number> = new Set([...rules, ...laterRules].flatMap(({ startsFrom = [] }) => startsFrom));

/**
 * Derives all that follows from a graph. Depends on its arguments alone.
 * @param onStage called after each stage
 * @param maxEdges the most that each rule may pass on
 */
export function deriveAll(
  graph: Graph,
  stored: StoredFacts,
  starts: SelectorStarts,
  onStage: (stage: AnalysisStage) => void,
  maxEdges = maxEdgesOfRule,
): Derivation {
  const totals = new EdgeTotals(graph);
  const [derived, startEdges] = [new EdgeListsBuilder(), new EdgeListsBuilder()];
  graph.edges((source, kind, target, flags) => {
    if ((flags & EdgeFlag.Derived) !== 0) derived.add(source, kind, target);
    if ((flags & statedFlags) === 0) return;
    totals.add(source, kind, target);
    if (startKinds.has(kind)) startEdges.add(source, kind, target);
  });
  const facts = new GraphFacts(graph, stored, startEdges.build());
  const linked = withDerived(graph, linkedKinds, stored.linked);
  const [all, followed] = [new EdgeListsBuilder(), new EdgeListsBuilder()];
  stored.linked.edges((...edge) => all.add(...edge));
  const skipped = new SkippedObjects(graph.size);
  const skip: RuleInput['skip'] = (...object) => skipped.add(...object);
  onStage('memberships');
  const kindsToFollow = followedKinds(stored);
  const emit: EmitEdge = (source, kind, target) => {
    all.add(source, kind, target);
    if (kindsToFollow.includes(kind)) followed.add(source, kind, target);
  };
  const input = { graph: linked, facts, principals: new Principals(linked, facts), emit, skip };
  for (const rule of rules) deriveWithin(maxEdges, rule, input);
  const later = withDerived(graph, [...linkedKinds, ...kindsToFollow], stored.linked, followed.build());
  const laterInput = { ...input, graph: later, principals: new Principals(later, facts) };
  for (const rule of laterRules) deriveWithin(maxEdges, rule, laterInput);
  const edges = all.build();
  onStage('rights');
  const selection = selectNodes(linked, enforcedLinksOf(graph), starts);
  onStage('tier zero');
  edges.edges((...edge) => {
    if (!isStated(graph, ...edge)) totals.add(...edge);
  });
  return {
    formerEdges: derived.build(),
    edges,
    ...selection,
    skipped: [...stored.skipped, ...skipped.counts()],
    dataQuality: countDataQuality(facts, totals),
    dataQualityOf: (part) => countDataQuality(facts, totalsOf(part, edges)),
    notes: notesOnUnits(stored),
  };
}

/** @param part has the edges that sources state @param derived edges of the whole graph */
function totalsOf(part: Graph, derived: EdgeLists): EdgeTotals {
  const totals = new EdgeTotals(part);
  part.edges((source, kind, target, flags) => {
    if ((flags & statedFlags) !== 0) totals.add(source, kind, target);
  });
  derived.edges((source, kind, target) => {
    if (part.exists(source) && part.exists(target) && !isStated(part, source, kind, target))
      totals.add(source, kind, target);
  });
  return totals;
}
