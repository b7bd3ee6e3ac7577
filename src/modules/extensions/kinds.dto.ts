import { ApiProperty } from '@nestjs/swagger';
import { type DescribedKind, text } from './extension-kinds.js';

export class KindNamesDto {
  @ApiProperty({ type: [String], example: ['Computer', 'MemberOf', 'User'], description: 'In order of their names.' })
  readonly kinds!: readonly string[];
}

export class EdgeKindDto {
  @ApiProperty({ type: 'integer', format: 'int32' })
  readonly id!: number;

  @ApiProperty({ example: 'ACME_Owns' })
  readonly name!: string;

  @ApiProperty({ description: 'Empty if there is none.' })
  readonly description!: string;

  @ApiProperty({ description: 'Whether the start of such an edge gains control of its end.' })
  readonly is_traversable!: boolean;

  @ApiProperty({ example: 'Acme', description: 'Name of the extension; `AD` or `AZ` for kinds of the service.' })
  readonly schema_name!: string;

  @ApiProperty({ description: 'True for kinds of the service.' })
  readonly is_builtin!: boolean;
}

class KindExtensionDto {
  @ApiProperty({ type: 'integer', format: 'int32', description: '0 for kinds of the service.' })
  readonly extension_id!: number;

  @ApiProperty({ example: 'Acme' })
  readonly name!: string;

  @ApiProperty({ description: 'Empty if there is none.' })
  readonly display_name!: string;

  @ApiProperty({ example: 'ACME' })
  readonly namespace!: string;

  @ApiProperty({ description: 'Empty for kinds of the service.' })
  readonly version!: string;
}

const panels = {
  type: 'object',
  additionalProperties: { type: 'object', additionalProperties: true },
  description: 'Panels of information by their names, as the extension has them.',
} as const;

export class NodeKindDto {
  @ApiProperty({ type: 'integer', format: 'int32' })
  readonly node_kind_id!: number;

  @ApiProperty({ example: 'ACME_User' })
  readonly name!: string;

  @ApiProperty({ description: 'Empty if there is none.' })
  readonly display_name!: string;

  @ApiProperty({ description: 'Empty if there is none.' })
  readonly description!: string;

  @ApiProperty()
  readonly is_display_kind!: boolean;

  @ApiProperty({ description: 'Empty if there is none.' })
  readonly icon!: string;

  @ApiProperty({ description: 'Empty if there is none.' })
  readonly color!: string;

  @ApiProperty()
  readonly extension!: KindExtensionDto;

  @ApiProperty(panels)
  readonly info!: object;
}

export class RelationshipKindDto {
  @ApiProperty({ type: 'integer', format: 'int32' })
  readonly relationship_kind_id!: number;

  @ApiProperty({ example: 'ACME_Owns' })
  readonly name!: string;

  @ApiProperty({ description: 'Empty if there is none.' })
  readonly description!: string;

  @ApiProperty({ description: 'Whether the start of such an edge gains control of its end.' })
  readonly is_traversable!: boolean;

  @ApiProperty(panels)
  readonly info!: object;

  @ApiProperty()
  readonly extension!: KindExtensionDto;
}

export function toEdgeKindDto({ id, name, fields, source }: DescribedKind): EdgeKindDto {
  return {
    id,
    name,
    description: text(fields['description']),
    is_traversable: fields['is_traversable'] === true,
    schema_name: source.name,
    is_builtin: source.isBuiltIn,
  };
}

export function toNodeKindDto(kind: DescribedKind): NodeKindDto {
  const { id, name, fields } = kind;
  return {
    node_kind_id: id,
    name,
    display_name: text(fields['display_name']),
    description: text(fields['description']),
    is_display_kind: fields['is_display_kind'] === true,
    icon: text(fields['icon']),
    color: text(fields['color']),
    extension: toKindExtensionDto(kind),
    info: infoOf(kind),
  };
}

export function toRelationshipKindDto(kind: DescribedKind): RelationshipKindDto {
  const { id, name, fields } = kind;
  return {
    relationship_kind_id: id,
    name,
    description: text(fields['description']),
    is_traversable: fields['is_traversable'] === true,
    info: infoOf(kind),
    extension: toKindExtensionDto(kind),
  };
}

function toKindExtensionDto({ source }: DescribedKind): KindExtensionDto {
  const { id, name, displayName, namespace, version } = source;
  return { extension_id: id, name, display_name: displayName, namespace, version };
}

function infoOf({ fields }: DescribedKind): object {
  const { info } = fields;
  return typeof info === 'object' && info !== null ? info : {};
}
