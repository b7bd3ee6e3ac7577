import { ApiProperty } from '@nestjs/swagger';
import { AnalysisRunDto } from './analysis-run.dto.js';

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
