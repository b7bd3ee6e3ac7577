import { ApiPropertyOptional } from '@nestjs/swagger';
import { ArrayMaxSize, IsArray, IsBoolean, IsIn, IsInt, IsOptional, IsString, Max, Min } from 'class-validator';
import { maxInt32 } from '../../http/input/rules.js';

const flag = { type: 'boolean', nullable: true } as const;
const maxElements = 1000;

export class ClearDatabaseRequest {
  @ApiPropertyOptional({ ...flag, description: 'Deletes all nodes and edges.' })
  @IsOptional()
  @IsBoolean()
  readonly deleteCollectedGraphData?: boolean | null;

  @ApiPropertyOptional({
    type: 'array',
    nullable: true,
    items: { type: 'integer', enum: [0, 1, 2] },
    description:
      'Deletes the nodes of Active Directory (1), of Entra ID and Azure (2), or of other sources (0), with their edges.',
  })
  @IsOptional()
  @IsArray()
  @IsIn([0, 1, 2], { each: true, message: 'takes 0 (neither), 1 (Active Directory) and 2 (Entra ID and Azure)' })
  readonly deleteSourceKinds?: (0 | 1 | 2)[] | null;

  @ApiPropertyOptional({
    type: 'array',
    nullable: true,
    items: { type: 'string' },
    maxItems: maxElements,
    description: 'Deletes the edges of these kinds.',
  })
  @IsOptional()
  @IsArray()
  @ArrayMaxSize(maxElements)
  @IsString({ each: true })
  readonly deleteRelationships?: string[] | null;

  @ApiPropertyOptional({ ...flag, description: 'Deletes finished uploads with their reports.' })
  @IsOptional()
  @IsBoolean()
  readonly deleteFileIngestHistory?: boolean | null;

  @ApiPropertyOptional({ ...flag, description: 'Deletes the data quality statistics of all domains and tenants.' })
  @IsOptional()
  @IsBoolean()
  readonly deleteDataQualityHistory?: boolean | null;

  @ApiPropertyOptional({
    type: 'array',
    nullable: true,
    items: { type: 'integer' },
    maxItems: maxElements,
    description:
      'Ids of asset groups. Deletes their selectors except those that the service created. Unknown ids are ignored.',
  })
  @IsOptional()
  @IsArray()
  @ArrayMaxSize(maxElements)
  @IsInt({ each: true })
  @Min(0, { each: true })
  @Max(maxInt32, { each: true })
  readonly deleteAssetGroupSelectors?: number[] | null;
}
