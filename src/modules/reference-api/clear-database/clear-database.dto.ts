import { ApiPropertyOptional } from '@nestjs/swagger';
import { ArrayMaxSize, IsArray, IsBoolean, IsIn, IsInt, IsOptional, IsString, Max, Min } from 'class-validator';

const flag = { type: 'boolean', nullable: true } as const;
const mostElements = 1000;

export class ClearDatabaseRequest {
  @ApiPropertyOptional({ ...flag, description: 'All nodes and edges.' })
  @IsOptional()
  @IsBoolean()
  readonly deleteCollectedGraphData?: boolean | null;

  @ApiPropertyOptional({
    type: 'array',
    nullable: true,
    items: { type: 'integer', enum: [0, 1, 2] },
    description: 'Nodes of Active Directory (1), of Entra ID and Azure (2), and of neither (0), with their edges.',
  })
  @IsOptional()
  @IsArray()
  @IsIn([0, 1, 2], { each: true, message: 'takes 0 (neither), 1 (Active Directory) and 2 (Entra ID and Azure)' })
  readonly deleteSourceKinds?: (0 | 1 | 2)[] | null;

  @ApiPropertyOptional({
    type: 'array',
    nullable: true,
    items: { type: 'string' },
    maxItems: mostElements,
    description: 'Edges of these kinds.',
  })
  @IsOptional()
  @IsArray()
  @ArrayMaxSize(mostElements)
  @IsString({ each: true })
  readonly deleteRelationships?: string[] | null;

  @ApiPropertyOptional({ ...flag, description: 'The uploads that have ended, with their reports.' })
  @IsOptional()
  @IsBoolean()
  readonly deleteFileIngestHistory?: boolean | null;

  @ApiPropertyOptional({ ...flag, description: 'The data quality statistics of all domains and tenants.' })
  @IsOptional()
  @IsBoolean()
  readonly deleteDataQualityHistory?: boolean | null;

  @ApiPropertyOptional({
    type: 'array',
    nullable: true,
    items: { type: 'integer' },
    maxItems: mostElements,
    description: 'Ids of asset groups whose own selectors go. Ids of no group are passed over.',
  })
  @IsOptional()
  @IsArray()
  @ArrayMaxSize(mostElements)
  @IsInt({ each: true })
  @Min(0, { each: true })
  @Max(2_147_483_647, { each: true })
  readonly deleteAssetGroupSelectors?: number[] | null;
}
