import { Kind } from '../../graph/kinds/kind-catalogue.js';
import type { GraphFacts } from '../facts/graph-facts.js';
import { type EdgeTotals, Evidence } from './edge-totals.js';
import { adDomain, cloudTenant, type EnvironmentType, type OtherColumn } from './environment-type.js';

/** A node is active if its last activity is at most this much older than the latest of its kind in its environment. */
const activeSeconds = 90 * 24 * 60 * 60;

/** The counts of one environment. */
export interface EnvironmentRow {
  readonly type: EnvironmentType;
  readonly objectid: string;
  /** In the order of the columns. */
  readonly counts: readonly number[];
}

/** Counts each tenant and each collected domain. Nodes count by the kind that is shown. */
export function countDataQuality(facts: GraphFacts, totals: EdgeTotals): EnvironmentRow[] {
  return facts.environments.flatMap(({ objectid, kind, isCollected, environment }) => {
    if (!isCollected) return [];
    const type: EnvironmentType = kind === adDomain.kind ? adDomain : cloudTenant;
    const nodes = Object.values(type.nodes).map((of) => facts.inEnvironment(environment, of).length);
    const others = type.others.map((column) => countOf(column, environment, facts, totals));
    return [{ type, objectid, counts: [...nodes, ...others] }];
  });
}

function countOf(column: OtherColumn, environment: number, facts: GraphFacts, totals: EdgeTotals): number {
  if (column === 'session_completeness')
    return completeness(facts.inEnvironment(environment, Kind.User), Evidence.Session, facts, totals);
  if (column === 'local_group_completeness')
    return completeness(facts.inEnvironment(environment, Kind.Computer), Evidence.LocalGroup, facts, totals);
  return totals[column][environment] ?? 0;
}

/** The share of the active nodes that there is evidence of. */
function completeness(nodes: readonly number[], evidence: number, facts: GraphFacts, totals: EdgeTotals): number {
  const activityOf = (node: number) => facts.lastActivity[node] ?? 0;
  const newest = nodes.reduce((latest, node) => Math.max(latest, activityOf(node)), 0);
  const active = nodes.filter((node) => activityOf(node) > 0 && activityOf(node) >= newest - activeSeconds);
  const known = active.filter((node) => totals.hasEvidence(node, evidence));
  return active.length === 0 ? 0 : known.length / active.length;
}
