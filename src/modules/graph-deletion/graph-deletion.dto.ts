import { type JsonOf, shape } from '../../http/fields/fields.js';
import { memory } from '../../http/fields/memory.js';
import type { Removed } from '../../graph/writer/removal/removal-transaction.js';
import type { CountsByKind } from '../../graph/writer/removal/nodes-to-remove.js';
import type { DeletionRequest } from './deletion-query.decorator.js';

export interface Deletion extends Removed {
  readonly isDryRun: boolean;
  /** The analysis that was requested for the remaining graph; null if nothing was deleted. */
  readonly analysisRunId: string | null;
}

const countsByKind = { type: 'object', additionalProperties: { type: 'integer', minimum: 1 } } as const;

export const graphDeletionShape = shape('GraphDeletionDto', {
  dry_run: memory.boolean('True if nothing was deleted, because the request was a preview.'),
  nodes: memory.count('Deleted nodes.'),
  edges: memory.count('Deleted edges, including all edges of deleted nodes.'),
  nodes_by_kind: memory.any<Readonly<Record<string, number>>>({
    ...countsByKind,
    description: 'Deleted nodes by primary kind. Kinds without deleted nodes are omitted.',
  }),
  edges_by_kind: memory.any<Readonly<Record<string, number>>>({
    ...countsByKind,
    description: 'Deleted edges by kind. Kinds without deleted edges are omitted.',
  }),
  version_before: memory.count('Version of the graph before the deletion.'),
  version_after: memory.count('Version of the graph after the deletion; unchanged if nothing was deleted.'),
  analysis_run_id: memory.any<string | null>({
    type: 'string',
    format: 'uuid',
    nullable: true,
    description: 'Analysis that was requested to update derived rights; null if nothing was deleted.',
  }),
});
export type GraphDeletionDto = JsonOf<typeof graphDeletionShape.fields>;

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

/** The criteria under their names in the query, for the audit log. */
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
