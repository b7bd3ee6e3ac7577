import { ApiProperty } from '@nestjs/swagger';
import { analysisStages } from '../../analysis/analysis-stage.js';
import { type AnalysisRunStatus, analysisRunStatuses } from '../../analysis/runs/analysis-run.js';
import { Count } from '../../http/openapi/wire.dto.js';

const Time = (description: string) => ApiProperty({ type: 'string', format: 'date-time', nullable: true, description });

class DerivedKindDto {
  @ApiProperty({ example: 'AdminTo' })
  readonly kind!: string;

  @Count('New edges.')
  readonly created!: number;

  @Count('Removed edges.')
  readonly removed!: number;
}

class SkippedObjectsDto {
  @ApiProperty({ description: 'Kind of the edges that the rule derives.', example: 'CoerceAndRelayNTLMToSMB' })
  readonly kind!: string;

  @ApiProperty({
    description: 'Property that the objects lack; `limit` if there are too many edges of the kind.',
    example: 'smbsigning',
  })
  readonly property!: string;

  @Count('Objects that the rule skipped.')
  readonly objects!: number;
}

class DataQualityRowsDto {
  @Count('Rows of cloud tenants.')
  readonly tenants!: number;

  @Count('Rows of domains.')
  readonly domains!: number;
}

class AnalysisSummaryDto {
  @Count('Version of the graph after the run.')
  readonly graph_version!: number;

  @ApiProperty({
    description: 'True if the graph had not changed since the previous run, so that nothing had to be derived.',
  })
  readonly unchanged!: boolean;

  @ApiProperty({
    type: [DerivedKindDto],
    description: 'Changes of derived edges by kind. Kinds without a change are omitted.',
  })
  readonly edges!: readonly DerivedKindDto[];

  @ApiProperty({
    type: [SkippedObjectsDto],
    description:
      'Objects that rules skipped because collectors did not state a property, and kinds whose rule ended at its limit of edges. Paths over them may be absent.',
  })
  readonly skipped!: readonly SkippedObjectsDto[];

  @Count('Members of tier zero.')
  readonly tier_zero!: number;

  @ApiProperty({ type: DataQualityRowsDto, description: 'Data quality rows that the run wrote.' })
  readonly data_quality!: DataQualityRowsDto;
}

class AnalysisProgressDto {
  @Count('Number of completed stages.')
  readonly done!: number;

  @ApiProperty({ type: 'integer', minimum: 1, description: 'Total number of stages.' })
  readonly of!: number;

  @ApiProperty({ type: 'string', enum: analysisStages, nullable: true, description: 'Current stage.' })
  readonly stage!: string | null;
}

export class AnalysisRunDto {
  @ApiProperty({ format: 'uuid', description: 'Id of the run, and `run_id` of its data quality rows.' })
  readonly id!: string;

  @ApiProperty({ enum: analysisRunStatuses })
  readonly status!: AnalysisRunStatus;

  @ApiProperty({ format: 'date-time', description: 'Time of the first request.' })
  readonly requested_at!: string;

  @ApiProperty({ description: 'Name of the first requester.' })
  readonly requested_by!: string;

  @Time('Null while the run waits.')
  readonly started_at!: string | null;

  @Time('Null until the run ends.')
  readonly finished_at!: string | null;

  @ApiProperty({
    type: 'number',
    minimum: 0,
    nullable: true,
    description: 'Seconds from start to end; null until the run ends.',
  })
  readonly duration!: number | null;

  @ApiProperty({ type: AnalysisProgressDto, nullable: true, description: 'Null unless the run is running.' })
  readonly progress!: AnalysisProgressDto | null;

  @ApiProperty({
    type: AnalysisSummaryDto,
    nullable: true,
    description: 'Result of the run; null unless it is complete.',
  })
  readonly summary!: AnalysisSummaryDto | null;

  @ApiProperty({ type: 'string', nullable: true, description: 'Reason of the last failed attempt.' })
  readonly reason!: string | null;
}

const analysisStates = ['idle', 'waiting', 'running'] as const;

export class AnalysisStatusDto {
  @ApiProperty({ enum: analysisStates })
  readonly status!: (typeof analysisStates)[number];

  @ApiProperty({ type: AnalysisRunDto, nullable: true, description: 'The running run.' })
  readonly current!: AnalysisRunDto | null;

  @ApiProperty({ type: AnalysisRunDto, nullable: true, description: 'The next run.' })
  readonly waiting!: AnalysisRunDto | null;

  @ApiProperty({ type: AnalysisRunDto, nullable: true, description: 'The last run that ended.' })
  readonly last!: AnalysisRunDto | null;
}
