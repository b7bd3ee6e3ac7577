import { ApiProperty } from '@nestjs/swagger';
import { knownProperties, type PropertyType, propertyTypes } from '../../graph/conditions/known-properties.js';
import type { KindExample } from '../../graph/kinds/descriptions/kind-description.js';
import { descriptionOf, familyOf } from '../../graph/kinds/descriptions/kind-descriptions.js';
import { compare, type DescribedKind, text } from './extension-kinds.js';

class ExampleEdgeDto {
  @ApiProperty({ example: 'ADA', description: 'Name of the node, maybe with a property after a colon.' })
  readonly source!: string;

  @ApiProperty({ example: 'GetChanges' })
  readonly kind!: string;

  @ApiProperty({ example: 'BIRCH.LOCAL' })
  readonly target!: string;
}

class KindExampleDto {
  @ApiProperty({ type: [ExampleEdgeDto] })
  readonly edges!: readonly ExampleEdgeDto[];

  @ApiProperty({ description: 'The edge that follows from the others.' })
  readonly derived!: ExampleEdgeDto;
}

export class KindDescriptionDto {
  @ApiProperty({ example: 'DCSync' })
  readonly name!: string;

  @ApiProperty({ example: 'Trusts and replication', description: 'Related kinds have the same.' })
  readonly family!: string;

  @ApiProperty({ description: 'Whether the start of such an edge gains control of its end.' })
  readonly is_traversable!: boolean;

  @ApiProperty({ example: 'may copy all secrets of', description: 'The words between the names of both ends.' })
  readonly sentence!: string;

  @ApiProperty({ description: 'The source that states the edge, or the conditions from which it follows.' })
  readonly rule!: string;

  @ApiProperty()
  readonly meaning!: string;

  @ApiProperty()
  readonly danger!: string;

  @ApiProperty({ description: 'How logs show its use.' })
  readonly detection!: string;

  @ApiProperty({ description: 'How to remove it.' })
  readonly remediation!: string;

  @ApiProperty({ type: [String], format: 'uri', description: 'Addresses of public documents.' })
  readonly references!: readonly string[];

  @ApiProperty({ required: false, description: 'A small graph from which the rule derives the edge.' })
  readonly example?: KindExampleDto;
}

class KnownPropertyDto {
  @ApiProperty({ example: 'lastlogon' })
  readonly name!: string;

  @ApiProperty({ enum: propertyTypes, description: '`texts` is a list of texts.' })
  readonly type!: PropertyType;

  @ApiProperty({ type: [String], example: ['User', 'Computer'], description: 'Kinds whose nodes have it.' })
  readonly kinds!: readonly string[];
}

export class KindNamesDto {
  @ApiProperty({ type: [String], example: ['Computer', 'MemberOf', 'User'], description: 'In order of their names.' })
  readonly kinds!: readonly string[];

  @ApiProperty({ type: [KindDescriptionDto], required: false, description: 'With `descriptions=true`.' })
  readonly descriptions?: readonly KindDescriptionDto[];

  @ApiProperty({
    type: [KnownPropertyDto],
    required: false,
    description: 'With `properties=true`, in order of their names.',
  })
  readonly properties?: readonly KnownPropertyDto[];
}

class NamedEdgeKindDto {
  @ApiProperty({ example: 'ACME_Owns' })
  readonly name!: string;

  @ApiProperty({ description: 'Empty if there is none.' })
  readonly description!: string;

  @ApiProperty({ description: 'Whether the start of such an edge gains control of its end.' })
  readonly is_traversable!: boolean;
}

export class EdgeKindDto extends NamedEdgeKindDto {
  @ApiProperty({ type: 'integer', format: 'int32' })
  readonly id!: number;

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

export class RelationshipKindDto extends NamedEdgeKindDto {
  @ApiProperty({ type: 'integer', format: 'int32' })
  readonly relationship_kind_id!: number;

  @ApiProperty(panels)
  readonly info!: object;

  @ApiProperty()
  readonly extension!: KindExtensionDto;
}

export function toPropertyDtos(): KnownPropertyDto[] {
  const properties = [...knownProperties].map(([name, property]) => ({ name, ...property }));
  return properties.toSorted((one, other) => compare(one.name, other.name));
}

/** Empty if nothing describes the kind. */
export function toKindDescriptionDtos(name: string): KindDescriptionDto[] {
  const description = descriptionOf(name);
  if (!description) return [];
  const { traversable, example, ...texts } = description;
  const family = familyOf(name) ?? '';
  return [
    { name, family, is_traversable: traversable, ...texts, ...(example && { example: toExampleDto(name, example) }) },
  ];
}

function toExampleDto(name: string, { edges, derived: [source, target] }: KindExample): KindExampleDto {
  return {
    edges: edges.map(([start, kind, end]) => ({ source: start, kind, target: end })),
    derived: { source, kind: name, target },
  };
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
