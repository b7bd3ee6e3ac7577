import { ApiProperty } from '@nestjs/swagger';
import { analysisStages } from '../../analysis/analysis-options.js';
import { type AnalysisRunStatus, analysisRunStatuses } from '../../analysis/runs/analysis-run.js';
import { Count } from '../../http/openapi/wire.dto.js';

const Time = (description: string) => ApiProperty({ type: 'string', format: 'date-time', nullable: true, description });

export class DerivedKindDto {
  @ApiProperty({ example: 'AdminTo' })
  readonly kind!: string;

  @Count('Edges that came.')
  readonly created!: number;

  @Count('Edges that went.')
  readonly removed!: number;
}

export class DataQualityRowsDto {
  @Count('Rows of cloud tenants.')
  readonly tenants!: number;

  @Count('Rows of domains.')
  readonly domains!: number;
}

export class AnalysisSummaryDto {
  @Count('Version of the graph that it left behind.')
  readonly graph_version!: number;

  @ApiProperty({ description: 'True where the graph was as the run before had left it: nothing had to be derived.' })
  readonly unchanged!: boolean;

  @ApiProperty({
    type: [DerivedKindDto],
    description: 'Derived edges that came or went; kinds without a change are left out.',
  })
  readonly edges!: readonly DerivedKindDto[];

  @Count('Members of tier zero.')
  readonly tier_zero!: number;

  @ApiProperty({ type: DataQualityRowsDto, description: 'Rows of data quality that it wrote.' })
  readonly data_quality!: DataQualityRowsDto;
}

export class AnalysisProgressDto {
  @Count('Stages that are done.')
  readonly done!: number;

  @ApiProperty({ type: 'integer', minimum: 1, description: 'Stages in all.' })
  readonly of!: number;

  @ApiProperty({ type: 'string', enum: analysisStages, nullable: true, description: 'The stage that it is at.' })
  readonly stage!: string | null;
}

export class AnalysisRunDto {
  @ApiProperty({ format: 'uuid', description: 'Also the `run_id` of the rows of data quality that it writes.' })
  readonly id!: string;

  @ApiProperty({ enum: analysisRunStatuses })
  readonly status!: AnalysisRunStatus;

  @ApiProperty({ format: 'date-time' })
  readonly requested_at!: string;

  @ApiProperty({ description: 'Who asked first.' })
  readonly requested_by!: string;

  @Time('Null while it waits.')
  readonly started_at!: string | null;

  @Time('Null until it has ended.')
  readonly finished_at!: string | null;

  @ApiProperty({
    type: 'number',
    minimum: 0,
    nullable: true,
    description: 'Seconds from start to end; null until it has ended.',
  })
  readonly duration!: number | null;

  @ApiProperty({ type: AnalysisProgressDto, nullable: true, description: 'Null unless it is running.' })
  readonly progress!: AnalysisProgressDto | null;

  @ApiProperty({ type: AnalysisSummaryDto, nullable: true, description: 'What it did; null unless it is complete.' })
  readonly summary!: AnalysisSummaryDto | null;

  @ApiProperty({ type: 'string', nullable: true, description: 'Why it failed, at last or the last time.' })
  readonly reason!: string | null;
}

const analysisStates = ['idle', 'waiting', 'running'] as const;

export class AnalysisStatusDto {
  @ApiProperty({ enum: analysisStates })
  readonly status!: (typeof analysisStates)[number];

  @ApiProperty({ type: AnalysisRunDto, nullable: true, description: 'The run that is under way.' })
  readonly current!: AnalysisRunDto | null;

  @ApiProperty({ type: AnalysisRunDto, nullable: true, description: 'The run that comes next.' })
  readonly waiting!: AnalysisRunDto | null;

  @ApiProperty({ type: AnalysisRunDto, nullable: true, description: 'The run that ended last.' })
  readonly last!: AnalysisRunDto | null;
}
