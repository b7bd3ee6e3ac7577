import { ApiProperty } from '@nestjs/swagger';

class KindOfNodeDto {
  @ApiProperty({ type: 'integer', format: 'int32', nullable: true, description: 'Null if nothing describes the kind.' })
  readonly node_kind_id!: number | null;

  @ApiProperty({ example: 'User' })
  readonly name!: string;
}

class KindOfEdgeDto {
  @ApiProperty({ type: 'integer', format: 'int32', nullable: true, description: 'Null if nothing describes the kind.' })
  readonly relationship_kind_id!: number | null;

  @ApiProperty({ example: 'MemberOf' })
  readonly name!: string;
}

const properties = { type: 'object', additionalProperties: true } as const;
const info = {
  type: 'array',
  items: { type: 'object', additionalProperties: true },
  required: false,
  description: 'With `include-info=true`: panels with `name`, `title`, `position`, `markdown`, and the id of the kind.',
} as const;

export class NodeDetailsDto {
  @ApiProperty({ type: 'integer', format: 'int64' })
  readonly node_id!: number;

  @ApiProperty({ type: [KindOfNodeDto] })
  readonly kinds!: readonly KindOfNodeDto[];

  @ApiProperty({ ...properties, description: 'With `objectid`, `name`, `lastseen` and `system_tags`.' })
  readonly properties!: object;

  @ApiProperty(info)
  readonly info?: readonly object[];
}

export class EdgeDetailsDto {
  @ApiProperty({ type: 'integer', format: 'int64' })
  readonly relationship_id!: number;

  @ApiProperty({ type: 'integer', format: 'int64' })
  readonly source_node_id!: number;

  @ApiProperty({ type: 'integer', format: 'int64' })
  readonly target_node_id!: number;

  @ApiProperty({ type: KindOfEdgeDto })
  readonly kind!: KindOfEdgeDto;

  @ApiProperty({ ...properties, description: 'With `is_traversable` and `lastSeen`.' })
  readonly properties!: object;

  @ApiProperty(info)
  readonly info?: readonly object[];
}
