import type { CountsByKind } from '../../graph/removal/remove-gone.js';
import type { Deletion, DeletionRequest } from './deletion.js';
import type { GraphDeletionDto } from './dto/graph-deletion.dto.js';

export function toGraphDeletionDto({ isDryRun, analysisRunId, ...removed }: Deletion): GraphDeletionDto {
  return {
    dry_run: isDryRun,
    nodes: totalOf(removed.nodes),
    edges: totalOf(removed.edges),
    nodes_by_kind: removed.nodes,
    edges_by_kind: removed.edges,
    version_before: removed.versionBefore,
    version_after: removed.versionAfter,
    analysis_run_id: analysisRunId,
  };
}

/** The criteria under the names that clients give them. */
export function toCriteriaRecord(request: DeletionRequest): Readonly<Record<string, unknown>> {
  const { all, source, kinds, environment, notSeenSince } = request;
  return {
    ...(all && { all }),
    ...(source !== undefined && { source }),
    ...(kinds.length > 0 && { kind: kinds }),
    ...(environment !== undefined && { environment }),
    ...(notSeenSince !== undefined && { not_seen_since: notSeenSince }),
  };
}

function totalOf(counts: CountsByKind): number {
  return Object.values(counts).reduce((total, count) => total + count, 0);
}
