import { ApiProperty } from '@nestjs/swagger';
import type { ShownNode } from '../../graph/questions/pages/shown-node.js';

/** An edge and its ends. */
export class EdgeEndsDto {
  @ApiProperty({ example: 'S-1-5-21-3130019616-2776909439-2417379446-1104', description: 'Object id of the start.' })
  readonly source!: string;

  @ApiProperty({ example: 'ALICE@BIRCH.LOCAL' })
  readonly source_name!: string;

  @ApiProperty({ example: 'User', description: 'Primary kind of the start.' })
  readonly source_kind!: string;

  @ApiProperty({ example: 'MemberOf', description: 'Kind of the edge.' })
  readonly kind!: string;

  @ApiProperty({ example: 'S-1-5-21-3130019616-2776909439-2417379446-512', description: 'Object id of the end.' })
  readonly target!: string;

  @ApiProperty({ example: 'DOMAIN ADMINS@BIRCH.LOCAL' })
  readonly target_name!: string;

  @ApiProperty({ example: 'Group', description: 'Primary kind of the end.' })
  readonly target_kind!: string;
}

type EndNode = Pick<ShownNode, 'objectid' | 'name' | 'label'>;

export function toEdgeEndsDto(source: EndNode, kind: string, target: EndNode): Pick<EdgeEndsDto, keyof EdgeEndsDto> {
  return {
    source: source.objectid,
    source_name: source.name,
    source_kind: source.label,
    kind,
    target: target.objectid,
    target_name: target.name,
    target_kind: target.label,
  };
}

export class EdgeRowDto extends EdgeEndsDto {
  @ApiProperty({
    type: 'string',
    format: 'date-time',
    nullable: true,
    description: 'Day on which a source last stated the edge. Null for an edge that the analysis derived.',
  })
  readonly last_seen!: string | null;

  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    description: 'Properties that sources state, such as `isinherited`.',
  })
  readonly properties!: Readonly<Record<string, unknown>>;
}

export interface EdgePageDto {
  readonly count: number;
  readonly skip: number;
  readonly limit: number;
  readonly data: readonly EdgeRowDto[];
}
