import { ApiProperty } from '@nestjs/swagger';
import type { GraphEntity, Subgraph } from '../../graph/graph-entity.js';

export class EntityDto {
  @ApiProperty({ example: 'S-1-5-21-3130019616-2776909439-2417379446-1001' })
  readonly objectID!: string;

  @ApiProperty({ example: 'FS01.BIRCH.LOCAL' })
  readonly name!: string;

  @ApiProperty({ example: 'Computer', description: 'Primary kind of the node.' })
  readonly label!: string;

  @ApiProperty({ type: [String], example: ['Computer', 'Base'], description: 'All kinds of the node.' })
  readonly kinds!: readonly string[];
}

export class EntityEdgeDto {
  @ApiProperty({ description: 'Object id of the start node.' })
  readonly source!: string;

  @ApiProperty({ description: 'Object id of the end node.' })
  readonly target!: string;

  @ApiProperty({ example: 'AdminTo', description: 'Kind of the edge.' })
  readonly kind!: string;
}

export class EntityGraphDto {
  @ApiProperty({ type: [EntityDto] })
  readonly nodes!: readonly EntityDto[];

  @ApiProperty({ type: [EntityEdgeDto] })
  readonly edges!: readonly EntityEdgeDto[];

  @ApiProperty({ description: 'True if the graph has more nodes than the answer contains.' })
  readonly truncated!: boolean;
}

export function toEntityDto({ objectid, name, label, kinds }: GraphEntity): EntityDto {
  return { objectID: objectid, name, label, kinds };
}

export function toEntityGraphDto({ nodes, edges, truncated }: Subgraph): EntityGraphDto {
  return {
    nodes: nodes.map(toEntityDto),
    edges: edges.map(({ source, target, kind }) => ({ source, target, kind })),
    truncated,
  };
}
