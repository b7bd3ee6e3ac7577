import { ApiExtraModels, ApiProperty, getSchemaPath } from '@nestjs/swagger';
import type { DetailedNode, Tagged } from '../../graph/answers/answer-nodes.js';
import type { Subgraph, SubgraphEdge } from '../../graph/answers/path-reader.js';
import { JsonParts } from '../../http/json-text.js';
import { isOwned, isTierZero } from '../asset-groups/shapes/asset-groups.fields.js';

const anyValues = { type: 'object', additionalProperties: true } as const;

export class UnifiedNodeDto {
  @ApiProperty({ example: 'ADA@BIRCH.LOCAL', description: 'Name of the node.' })
  readonly label!: string;

  @ApiProperty({ example: 'User', description: 'Primary kind of the node.' })
  readonly kind!: string;

  @ApiProperty({ type: [String], example: ['User', 'Base'], description: 'All kinds of the node.' })
  readonly kinds!: readonly string[];

  @ApiProperty({ example: 'S-1-5-21-3130019616-2776909439-2417379446-1104' })
  readonly objectId!: string;

  @ApiProperty({ description: 'True for a member of the asset group Admin Tier Zero.' })
  readonly isTierZero!: boolean;

  @ApiProperty({ description: 'True for a member of the asset group Owned.' })
  readonly isOwnedObject!: boolean;

  @ApiProperty({ format: 'date-time', description: 'Day on which a source last described or mentioned the node.' })
  readonly lastSeen!: string;

  @ApiProperty({ ...anyValues, description: 'Properties that sources state.' })
  readonly properties!: Readonly<Record<string, unknown>>;
}

export class UnifiedEdgeDto {
  @ApiProperty({
    type: 'integer',
    format: 'int64',
    example: 3141592653589793,
    description: 'The id that `ID(r)` has in Cypher. An edge keeps it.',
  })
  readonly id!: number;

  @ApiProperty({ example: '12', description: 'Key of the start node in `nodes`.' })
  readonly source!: string;

  @ApiProperty({ example: '31', description: 'Key of the end node in `nodes`.' })
  readonly target!: string;

  @ApiProperty({ example: 'MemberOf', description: 'The same as `kind`.' })
  readonly label!: string;

  @ApiProperty({ example: 'MemberOf' })
  readonly kind!: string;

  @ApiProperty({
    required: false,
    format: 'date-time',
    description: 'Day on which a source last stated the edge. Absent for an edge that the analysis derived.',
  })
  readonly lastSeen?: string;

  @ApiProperty({ ...anyValues, description: 'Properties that sources state, such as `isinherited`.' })
  readonly properties!: Readonly<Record<string, unknown>>;
}

@ApiExtraModels(UnifiedNodeDto)
export class UnifiedGraphDto {
  @ApiProperty({
    type: 'object',
    additionalProperties: { $ref: getSchemaPath(UnifiedNodeDto) },
    description: 'Nodes by the id that the graph gives them, as a text. Ids are never used again.',
  })
  readonly nodes!: Readonly<Record<string, UnifiedNodeDto>>;

  @ApiProperty({ type: [UnifiedEdgeDto] })
  readonly edges!: readonly UnifiedEdgeDto[];

  @ApiProperty({ description: 'True if there are more nodes or edges than the answer contains.' })
  readonly truncated!: boolean;

  @ApiProperty({
    required: false,
    type: 'array',
    items: { type: 'array', items: { type: 'string' } },
    example: [['12', '31', '7']],
    description: 'Keys in `nodes` of each path from its start to its end, the shortest first, if `paths` was given.',
  })
  readonly paths?: readonly (readonly string[])[];
}

type GraphNode = DetailedNode & Tagged;

export function toUnifiedGraphDto({ nodes, edges, truncated }: Subgraph<GraphNode>): UnifiedGraphDto {
  return {
    nodes: Object.fromEntries([...nodes.values()].map((node) => [node.id, toNodeDto(node)])),
    edges: edges.map(toEdgeDto),
    truncated,
  };
}

/** Members of `nodes`. */
export function writeNodes(nodes: readonly GraphNode[]): Buffer {
  return Buffer.from(nodes.map((node) => `"${node.id}":${JSON.stringify(toNodeDto(node))}`).join());
}

/** Elements of `edges`. */
export function writeEdges(edges: readonly SubgraphEdge[]): Buffer {
  return Buffer.from(edges.map((edge) => JSON.stringify(toEdgeDto(edge))).join());
}

/** `{data: UnifiedGraphDto}` of nodes and edges that are written already. */
export function unifiedGraphParts({ nodes, edges, truncated, paths }: Subgraph<Buffer, Buffer>): JsonParts {
  const listed = paths ? `,"paths":${JSON.stringify(paths.map((path) => path.map(String)))}` : '';
  return new JsonParts([
    Buffer.from('{"data":{"nodes":{'),
    ...withCommas([...new Set(nodes.values())]),
    Buffer.from('},"edges":['),
    ...withCommas(edges),
    Buffer.from(`],"truncated":${truncated}${listed}}}`),
  ]);
}

function withCommas(parts: readonly Buffer[]): Buffer[] {
  return parts.flatMap((part, index) => (index > 0 ? [Buffer.from(','), part] : [part]));
}

export function toNodeDto({ objectid, name, label, kinds, lastSeen, properties, tags }: GraphNode): UnifiedNodeDto {
  return {
    label: name,
    kind: label,
    kinds,
    objectId: objectid,
    isTierZero: isTierZero(tags),
    isOwnedObject: isOwned(tags),
    lastSeen: timeOf(lastSeen),
    properties,
  };
}

export function toEdgeDto({ id, source, target, kind, lastSeen, properties }: SubgraphEdge): UnifiedEdgeDto {
  return {
    id,
    source: String(source),
    target: String(target),
    label: kind,
    kind,
    ...(lastSeen !== null && { lastSeen: timeOf(lastSeen) }),
    properties,
  };
}

/** @param day `2026-01-31` */
export function timeOf(day: string): string {
  return `${day}T00:00:00.000Z`;
}
