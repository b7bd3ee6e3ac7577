import { ApiProperty } from '@nestjs/swagger';
import { Count } from '../../http/openapi/wire.dto.js';
import { hrefText } from '../entities/entities.dto.js';

const ofEdges = 'Null for a node.';

export class RankingRowDto {
  @ApiProperty({
    example: 'S-1-5-21-3130019616-2776909439-2417379446-512',
    description: 'Object id of the node, or of the start of the edge.',
  })
  readonly objectid!: string;

  @ApiProperty({ example: 'DOMAIN ADMINS@BIRCH.LOCAL' })
  readonly name!: string;

  @ApiProperty({ example: 'Group', description: 'Primary kind of that node.' })
  readonly kind!: string;

  @ApiProperty({ type: 'string', nullable: true, example: 'MemberOf', description: `Kind of the edge. ${ofEdges}` })
  readonly edge!: string | null;

  @ApiProperty({ type: 'string', nullable: true, description: `Object id of the end of the edge. ${ofEdges}` })
  readonly target!: string | null;

  @ApiProperty({ type: 'string', nullable: true, description: `Name of the end of the edge. ${ofEdges}` })
  readonly target_name!: string | null;

  @ApiProperty({ type: 'string', nullable: true, description: `Primary kind of the end of the edge. ${ofEdges}` })
  readonly target_kind!: string | null;

  @Count('The number by which the row is ranked; without the node itself.')
  readonly count!: number;

  @ApiProperty({ example: '/api/v2/groups/S-1-5-21-3130019616-2776909439-2417379446-512', description: hrefText })
  readonly href!: string;
}

export interface RankingPageDto {
  readonly count: number;
  readonly skip: number;
  readonly limit: number;
  readonly greedy: boolean;
  readonly data: readonly RankingRowDto[];
}
