import { ApiProperty } from '@nestjs/swagger';
import { severities, type Severity } from '../../../analysis/findings/severity.js';
import { Count } from '../../../http/openapi/wire.dto.js';

export class FindingTrendDto {
  @ApiProperty({ type: [String] })
  readonly environment_ids!: string[];

  @ApiProperty()
  readonly finding!: string;

  @ApiProperty()
  readonly display_title!: string;

  @ApiProperty({ example: 'relationship' })
  readonly display_type!: string;

  @ApiProperty({ type: 'number', minimum: 0, maximum: 100, description: 'The largest risk at the end.' })
  readonly composite_risk!: number;

  @ApiProperty({ enum: severities, description: 'Of `composite_risk`.' })
  readonly severity!: Severity;

  @Count('At the last analysis before the start; 0 if there was none.')
  readonly finding_count_start!: number;

  @Count('At the last analysis before the end.')
  readonly finding_count_end!: number;

  @Count('Findings that analyses of the range found and the ones before them had not.')
  readonly finding_count_increase!: number;

  @Count('Findings that analyses of the range resolved.')
  readonly finding_count_decrease!: number;

  @Count('The largest at the end.')
  readonly impact_count!: number;

  @Count('The largest at the end.')
  readonly exposure_count!: number;

  @Count('As `finding_count_decrease`.')
  readonly archived_count!: number;
}

class TrendsDto {
  @ApiProperty({ type: [FindingTrendDto] })
  readonly findings!: FindingTrendDto[];

  @Count()
  readonly total_finding_count_start!: number;

  @Count()
  readonly total_finding_count_end!: number;
}

abstract class HistoryDto {
  @ApiProperty({ format: 'date-time' })
  readonly start!: string;

  @ApiProperty({ format: 'date-time' })
  readonly end!: string;

  @ApiProperty({ type: [String], description: 'Object ids as they were asked for; empty: all.' })
  readonly environments!: readonly string[];
}

export class FindingTrendsDto extends HistoryDto {
  @ApiProperty()
  readonly data!: TrendsDto;
}

export const postureHistories = [
  'findings',
  'exposure',
  'assets',
  'session-completeness',
  'group-completeness',
  'attack-paths',
  'archived-findings',
] as const;

export type PostureHistory = (typeof postureHistories)[number];

class PostureValueDto {
  @ApiProperty({ format: 'date-time', description: 'Time of an analysis.' })
  readonly date!: string;

  @ApiProperty({ type: 'number' })
  readonly value!: number;
}

export class PostureHistoryDto extends HistoryDto {
  @ApiProperty({ enum: postureHistories })
  readonly data_type!: PostureHistory;

  @ApiProperty({ type: [PostureValueDto] })
  readonly data!: PostureValueDto[];
}
