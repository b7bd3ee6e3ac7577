import { ApiProperty } from '@nestjs/swagger';
import type { AnalysisRun } from '../../analysis/runs/analysis-run.js';
import { NullTimeDto, wireNullTime } from '../../http/openapi/wire.dto.js';

const datapipeStates = ['idle', 'ingesting', 'analyzing'] as const;

export class DatapipeStatusDto {
  @ApiProperty({
    enum: datapipeStates,
    description: 'A requested analysis counts as `analyzing` as soon as no file is to be read.',
  })
  readonly status!: (typeof datapipeStates)[number];

  @ApiProperty({ description: 'Time of the last known change.' })
  readonly updated_at!: NullTimeDto;

  @ApiProperty({ description: 'End of the last complete analysis.' })
  readonly last_complete_analysis_at!: NullTimeDto;

  @ApiProperty({ description: 'End of the last analysis, also if it failed.' })
  readonly last_analysis_run_at!: NullTimeDto;

  @ApiProperty({ description: 'Never set: the analysis has no schedule.' })
  readonly next_scheduled_analysis_at!: NullTimeDto;
}

export class AnalysisRequestDto {
  @ApiProperty({ description: 'Empty if no analysis waits.' })
  readonly requested_by!: string;

  @ApiProperty({ enum: ['', 'analysis'] })
  readonly request_type!: '' | 'analysis';

  @ApiProperty()
  readonly requested_at!: NullTimeDto;

  @ApiProperty({ description: 'Always false: deletions do not wait for an analysis.' })
  readonly delete_all_graph!: boolean;

  @ApiProperty({ description: 'Always false.' })
  readonly delete_sourceless_graph!: boolean;

  @ApiProperty({ type: 'array', items: { type: 'string' }, nullable: true, description: 'Always null.' })
  readonly delete_source_kinds!: null;

  @ApiProperty({ type: 'array', items: { type: 'string' }, nullable: true, description: 'Always null.' })
  readonly delete_relationships!: null;
}

/** @param waiting the run that was requested and has not begun */
export function toAnalysisRequestDto(waiting: AnalysisRun | null): AnalysisRequestDto {
  return {
    requested_by: waiting?.requestedBy ?? '',
    request_type: waiting ? 'analysis' : '',
    requested_at: wireNullTime(waiting?.requestedAt ?? null),
    delete_all_graph: false,
    delete_sourceless_graph: false,
    delete_source_kinds: null,
    delete_relationships: null,
  };
}
