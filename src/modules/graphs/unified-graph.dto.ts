import { type JsonOf, shape } from '../../http/fields/fields.js';
import { memory } from '../../http/fields/memory.js';
import type { DetailedNode, Tagged, TextNode } from '../../graph/answers/answer-nodes.js';
import type { Subgraph, SubgraphEdge } from '../../graph/answers/path-reader.js';
import { JsonParts } from '../../http/json-text.js';
import { isOwned, isTierZero } from '../asset-groups/shapes/asset-groups.fields.js';

export const unifiedNodeShape = shape('UnifiedNodeDto', {
  label: memory.text({ example: 'ADA@BIRCH.LOCAL', description: 'Name of the node.' }),
  kind: memory.text({ example: 'User', description: 'Primary kind of the node.' }),
  kinds: memory.texts({ example: ['User', 'Base'], description: 'All kinds of the node.' }),
  objectId: memory.text({ example: 'S-1-5-21-3130019616-2776909439-2417379446-1104' }),
  isTierZero: memory.boolean('True for a member of the asset group Admin Tier Zero.'),
  isOwnedObject: memory.boolean('True for a member of the asset group Owned.'),
  lastSeen: memory.time('Day on which a source last described or mentioned the node.'),
  properties: memory.anyObject('Properties that sources state.'),
});
export type UnifiedNodeDto = JsonOf<typeof unifiedNodeShape.fields>;

export const unifiedEdgeShape = shape('UnifiedEdgeDto', {
  id: memory.integer({
    example: 3141592653589793,
    description: 'The id that `ID(r)` has in Cypher. An edge keeps it.',
  }),
  source: memory.text({ example: '12', description: 'Key of the start node in `nodes`.' }),
  target: memory.text({ example: '31', description: 'Key of the end node in `nodes`.' }),
  label: memory.text({ example: 'MemberOf', description: 'The same as `kind`.' }),
  kind: memory.text({ example: 'MemberOf' }),
  lastSeen: memory.absent(
    memory.time('Day on which a source last stated the edge. Absent for an edge that the analysis derived.'),
  ),
  properties: memory.anyObject('Properties that sources state, such as `isinherited`.'),
  reason: memory.absent(
    memory.text({
      example: 'a policy by a link that is or can be enforced',
      description: 'Why a walk leads over an edge out of a container (`reach=held`). Absent for other edges.',
    }),
  ),
});
export type UnifiedEdgeDto = JsonOf<typeof unifiedEdgeShape.fields>;

const stubShape = shape('HiddenPathsDto', {
  hidden: memory.any<true>({ type: 'boolean', enum: [true] }),
  sources: memory.texts({ example: ['12'], description: 'Keys in `nodes`. Each leads to one of `targets` at least.' }),
  targets: memory.texts({ example: ['7'], description: 'Keys in `nodes`.' }),
});

export const unifiedGraphShape = shape('UnifiedGraphDto', {
  nodes: memory.objects(
    unifiedNodeShape,
    'Nodes by the id that the graph gives them, as a text. Ids are never used again.',
  ),
  edges: memory.array(unifiedEdgeShape),
  truncated: memory.boolean('True if there are more nodes or edges than the answer contains.'),
  paths: memory.absent(
    memory.any<readonly (readonly string[])[]>({
      type: 'array',
      items: { type: 'array', items: { type: 'string' } },
      example: [['12', '31', '7']],
      description: 'Keys in `nodes` of each path from its start to its end, the shortest first, if `paths` was given.',
    }),
  ),
  stub: memory.absent(
    memory.object(
      stubShape,
      'In place of all that lies between starts without a path over visible objects and the ends that they reach over others. Absent if there is none.',
    ),
  ),
});
export type UnifiedGraphDto = JsonOf<typeof unifiedGraphShape.fields>;

type GraphNode = DetailedNode & Tagged;
/** A node without its properties. */
type BareNode = Omit<GraphNode, 'properties'>;

export function toUnifiedGraphDto({ nodes, edges, truncated }: Subgraph<GraphNode>): UnifiedGraphDto {
  return {
    nodes: Object.fromEntries([...nodes.values()].map((node) => [node.id, toNodeDto(node)])),
    edges: edges.map(toEdgeDto),
    truncated,
  };
}

/** Members of `nodes`. */
export function writeTextNodes(nodes: readonly (TextNode & Tagged)[]): Buffer {
  return Buffer.from(nodes.map((node) => `"${node.id}":{${membersOf(node)}`).join());
}

/** JSON of each node, with its id. */
export function nodeTexts(nodes: readonly (TextNode & Tagged)[]): string[] {
  return nodes.map((node) => `{"id":${node.id},${membersOf(node)}`);
}

function membersOf(node: TextNode & Tagged): string {
  return `${JSON.stringify(toBareNode(node)).slice(1, -1)},"properties":${node.text}}`;
}

/** The bytes of each text, in one piece of memory. */
export function piecesOf(texts: readonly string[]): Buffer[] {
  const whole = Buffer.from(texts.join(''));
  let at = 0;
  return texts.map((text) => whole.subarray(at, (at += Buffer.byteLength(text))));
}

/** Elements of `edges`. */
export function writeEdges(edges: readonly SubgraphEdge[]): Buffer {
  return Buffer.from(edgeTexts(edges).join());
}

/** JSON of each edge. */
export function edgeTexts(edges: readonly SubgraphEdge[]): string[] {
  return edges.map((edge) => JSON.stringify(toEdgeDto(edge)));
}

/** `{data: UnifiedGraphDto}` of nodes and edges that are written already. */
export function unifiedGraphParts({ nodes, edges, truncated, paths, stub }: Subgraph<Buffer, Buffer>): JsonParts {
  const listed = paths ? `,"paths":${JSON.stringify(paths.map((path) => path.map(String)))}` : '';
  return JsonParts.of([
    Buffer.from('{"data":{"nodes":{'),
    ...withCommas([...new Set(nodes.values())]),
    Buffer.from('},"edges":['),
    ...withCommas(edges),
    Buffer.from(`],"truncated":${truncated}${listed}${stub ? `,"stub":${stubText(stub)}` : ''}}}`),
  ]);
}

function stubText({ sources, targets }: NonNullable<Subgraph['stub']>): string {
  return JSON.stringify({ hidden: true, sources: sources.map(String), targets: targets.map(String) });
}

export function withCommas(parts: readonly Buffer[]): Buffer[] {
  return parts.flatMap((part, index) => (index > 0 ? [Buffer.from(','), part] : [part]));
}

function toNodeDto(node: GraphNode): UnifiedNodeDto {
  return { ...toBareNode(node), properties: node.properties };
}

function toBareNode({ objectid, name, label, kinds, lastSeen, tags }: BareNode): Omit<UnifiedNodeDto, 'properties'> {
  return {
    label: name,
    kind: label,
    kinds,
    objectId: objectid,
    isTierZero: isTierZero(tags),
    isOwnedObject: isOwned(tags),
    lastSeen: timeOf(lastSeen),
  };
}

export function toEdgeDto({ id, source, target, kind, lastSeen, properties, reason }: SubgraphEdge): UnifiedEdgeDto {
  return {
    id,
    source: String(source),
    target: String(target),
    label: kind,
    kind,
    ...(lastSeen !== null && { lastSeen: timeOf(lastSeen) }),
    properties,
    ...(reason !== null && { reason }),
  };
}

/** @param day `2026-01-31` */
export function timeOf(day: string): string {
  return `${day}T00:00:00.000Z`;
}
