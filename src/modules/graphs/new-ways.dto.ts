import { ApiProperty } from '@nestjs/swagger';
import { Count } from '../../http/openapi/wire.dto.js';
import { hrefText } from '../entities/entities.dto.js';
import { EdgeEndsDto } from './edge-row.dto.js';

export class WayEdgeDto extends EdgeEndsDto {
  @ApiProperty({ description: 'Whether the graph of `since` had no such edge.' })
  readonly is_new!: boolean;
}

export class NewWayDto {
  @ApiProperty({ description: 'Object id of the account.' })
  readonly objectid!: string;

  @ApiProperty({ example: 'ALICE@BIRCH.LOCAL' })
  readonly name!: string;

  @ApiProperty({ example: 'User', description: 'Primary kind of the account.' })
  readonly kind!: string;

  @ApiProperty({ type: 'string', nullable: true, example: 'BIRCH.LOCAL', description: 'Name of its domain or tenant.' })
  readonly domain!: string | null;

  @ApiProperty({ type: 'string', nullable: true, description: 'Object id of its domain or tenant.' })
  readonly environment_id!: string | null;

  @Count('Edges of the way.')
  readonly steps!: number;

  @Count('New edges of the way. 0: the account was disabled, or the end did not belong to tier zero.')
  readonly new_steps!: number;

  @ApiProperty({ type: [WayEdgeDto], description: 'A shortest way into tier zero.' })
  readonly way!: readonly WayEdgeDto[];

  @ApiProperty({ example: '/api/v2/users/S-1-5-21-3130019616-2776909439-2417379446-1104', description: hrefText })
  readonly href!: string;
}

export interface PointDto {
  readonly run_id: string;
  readonly finished_at: Date;
  readonly graph_version: number;
}

export interface NewWaysPageDto {
  readonly count: number;
  readonly skip: number;
  readonly limit: number;
  readonly since: PointDto;
  readonly until: PointDto;
  readonly data: readonly NewWayDto[];
}
