import { ApiProperty } from '@nestjs/swagger';
import type { Removed } from '../../graph/removal/graph-removal.js';
import type { CountsByKind } from '../../graph/removal/remove-gone.js';
import { Count } from '../../http/openapi/wire.dto.js';

/** What a client wants to have deleted: either everything, or what fits all criteria. */
export interface DeletionRequest {
  readonly all: boolean;
  readonly source: string | undefined;
  /** None: of every kind. */
  readonly kinds: readonly string[];
  readonly environment: string | undefined;
  /** A day in UTC, `2026-01-31`. */
  readonly notSeenSince: string | undefined;
  /** Nothing is deleted, but all of it counted. */
  readonly isDryRun: boolean;
}

export interface Deletion extends Removed {
  readonly isDryRun: boolean;
  /** The run of the analysis that will see what is left; null where nothing was deleted. */
  readonly analysisRunId: string | null;
}

const countsByKind = { type: 'object', additionalProperties: { type: 'integer', minimum: 1 } } as const;

export class GraphDeletionDto {
  @ApiProperty({ description: 'Whether it was a preview only.' })
  readonly dry_run!: boolean;

  @Count()
  readonly nodes!: number;

  @Count('With those that began or ended at one of the nodes.')
  readonly edges!: number;

  @ApiProperty({
    ...countsByKind,
    description: 'By the kind that lists show; kinds of which there were none are left out.',
  })
  readonly nodes_by_kind!: Readonly<Record<string, number>>;

  @ApiProperty(countsByKind)
  readonly edges_by_kind!: Readonly<Record<string, number>>;

  @Count()
  readonly version_before!: number;

  @Count('Version of the graph without it; that before where nothing was deleted.')
  readonly version_after!: number;

  @ApiProperty({
    type: 'string',
    format: 'uuid',
    nullable: true,
    description:
      'The analysis that was asked for, which brings rights that are derived up to date; null where nothing was deleted.',
  })
  readonly analysis_run_id!: string | null;
}

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
