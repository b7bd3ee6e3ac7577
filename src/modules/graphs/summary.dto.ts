import { ApiProperty } from '@nestjs/swagger';
import { analysisRunStatuses } from '../../analysis/runs/analysis-run.js';
import { Count } from '../../http/openapi/wire.dto.js';
import { domainOfGroup, environmentOfGroup } from './exposure.dto.js';

class SummaryCountsDto {
  @Count('All nodes.')
  readonly nodes!: number;

  @Count('Enabled accounts. An account of which that is not known counts as enabled.')
  readonly accounts!: number;

  @Count('Members of the asset group Admin Tier Zero.')
  readonly tier_zero!: number;
}

class SummaryGroupDto extends SummaryCountsDto {
  @ApiProperty({ example: 'User', description: 'Primary kind of the nodes.' })
  readonly kind!: string;

  @ApiProperty(domainOfGroup)
  readonly domain!: string | null;

  @ApiProperty(environmentOfGroup)
  readonly environment_id!: string | null;
}

class LastAnalysisDto {
  @ApiProperty({ format: 'uuid' })
  readonly id!: string;

  @ApiProperty({ enum: analysisRunStatuses })
  readonly status!: string;

  @ApiProperty({ type: 'string', format: 'date-time' })
  readonly finished_at!: string;
}

export class SummaryDto extends SummaryCountsDto {
  @Count('Version of the graph.')
  readonly version!: number;

  @ApiProperty({
    type: LastAnalysisDto,
    nullable: true,
    description: 'The last run that ended; null before the first.',
  })
  readonly analysis!: LastAnalysisDto | null;

  @Count('All edges.')
  readonly edges!: number;

  @ApiProperty({
    type: 'object',
    additionalProperties: { type: 'integer', minimum: 1 },
    example: { MemberOf: 4120, HasSession: 310 },
    description: 'Edges by kind, the largest number first.',
  })
  readonly relationship_kinds!: Readonly<Record<string, number>>;

  @ApiProperty({ type: [SummaryGroupDto], description: 'Nodes by kind and environment, the largest number first.' })
  readonly groups!: readonly SummaryGroupDto[];
}
