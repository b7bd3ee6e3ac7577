import { ApiProperty } from '@nestjs/swagger';
import { EntityDto } from './entity.dto.js';

export class EntityEdgeDto {
  @ApiProperty({ description: 'Object id of the node where the edge begins.' })
  readonly source!: string;

  @ApiProperty({ description: 'Object id of the node where the edge ends.' })
  readonly target!: string;

  @ApiProperty({ example: 'AdminTo' })
  readonly kind!: string;
}

export class EntityGraphDto {
  @ApiProperty({ type: [EntityDto] })
  readonly nodes!: readonly EntityDto[];

  @ApiProperty({ type: [EntityEdgeDto] })
  readonly edges!: readonly EntityEdgeDto[];

  @ApiProperty({ description: 'True where the graph has more nodes than are shown.' })
  readonly truncated!: boolean;
}
