import { Injectable } from '@nestjs/common';
import { type DetailedNode, detailedNodes, type Tagged } from '../../graph/answers/answer-nodes.js';
import type { Cell } from '../../graph/cypher/execution/write-result.js';
import type { Versioned } from '../../graph/answers/graph-reader.js';
import { CypherReader, type CypherRequest, type CypherResult } from '../../graph/answers/cypher-reader.js';
import { detailedSubgraph, type SubgraphEdge, type SubgraphShape } from '../../graph/answers/path-reader.js';
import { JsonParts } from '../../http/json-text.js';
import { AssetGroupsService } from '../asset-groups/asset-groups.service.js';
import { toEdgeDto, toNodeDto, withCommas, writeEdges, writeNodes } from '../graphs/unified-graph.dto.js';
import type { CypherPlanDto, CypherTableDto } from './cypher.dto.js';

type TaggedNode = DetailedNode & Tagged;

/** Runs queries in Cypher, and writes their answers as a graph or as a table. */
@Injectable()
export class CypherService {
  private readonly nodes = detailedNodes.tagged(this.assetGroups.systemTags);

  constructor(
    private readonly reader: CypherReader,
    private readonly assetGroups: AssetGroupsService,
  ) {}

  /**
   * Returns `{data: CypherGraphDto}` in parts, because it may have megabytes.
   * @throws InvalidInputError if the query is refused
   */
  async graph(request: CypherRequest, includesProperties: boolean): Promise<Versioned<JsonParts>> {
    const [nodeKeys, edgeKeys] = [new Set<string>(), new Set<string>()];
    const shown = <T extends { readonly properties: object }>(items: readonly T[], keys: Set<string>): readonly T[] => {
      if (!includesProperties) return items.map((item) => ({ ...item, properties: {} }));
      for (const { properties } of items) for (const key of Object.keys(properties)) keys.add(key);
      return items;
    };
    const shape = {
      nodes: this.nodes.written((nodes: readonly TaggedNode[]) => writeNodes(shown(nodes, nodeKeys))),
      edges: (edges: readonly SubgraphEdge[]) => [writeEdges(shown(edges, edgeKeys))],
    };
    const { version, answer, nodes, edges } = await this.ask(request, shape);
    const literals = literalsOf(answer);
    const parts = [
      Buffer.from('{"data":{"nodes":{'),
      ...withCommas([...new Set(nodes.values())]),
      Buffer.from('},"edges":['),
      ...withCommas(edges),
      Buffer.from(`],"literals":${JSON.stringify(literals)}`),
      ...(includesProperties ? [Buffer.from(keysText(nodeKeys, edgeKeys))] : []),
      Buffer.from('}}'),
    ];
    return { version, answer: new JsonParts(parts, nodes.size === 0 && literals.length === 0) };
  }

  /** @throws InvalidInputError if the query is refused */
  async table(request: CypherRequest, includesProperties: boolean): Promise<Versioned<{ data: CypherTableDto }>> {
    const result = await this.ask(request, { nodes: this.nodes, edges: detailedSubgraph.edges });
    const { columns, rows } = result.answer;
    const write = cellWriter(result, includesProperties);
    return { version: result.version, answer: { data: { columns, rows: rows.map((row) => row.map(write)) } } };
  }

  /** The steps of the plan of a query. @throws InvalidInputError if the query is refused */
  async plan(request: CypherRequest): Promise<Versioned<{ data: CypherPlanDto }>> {
    const { version, answer } = await this.ask({ ...request, explain: true }, detailedSubgraph);
    return { version, answer: { data: { plan: answer.plan ?? [] } } };
  }

  private ask<Node, Edge>(request: CypherRequest, shape: SubgraphShape<Node, Edge>) {
    return this.reader.ask(request, () => this.assetGroups.tagMembers(), shape);
  }
}

function literalsOf({ columns, rows }: CypherResult<unknown, unknown>['answer']): { key: string; value: unknown }[] {
  return rows.flatMap((row) =>
    row.flatMap((cell, index) => (isLiteral(cell) ? [{ key: columns[index] ?? '', value: plain(cell) }] : [])),
  );
}

/** Nodes, relationships and paths are in the graph; so are those in lists. */
function isLiteral(cell: Cell): boolean {
  if (cell === null || typeof cell !== 'object') return true;
  if (Array.isArray(cell)) return cell.length === 0 || cell.some(isLiteral);
  return 'members' in cell;
}

function plain(cell: Cell): unknown {
  if (cell === null || typeof cell !== 'object') return cell;
  if ('members' in cell) return Object.fromEntries(cell.members.map(([key, value]) => [key, plain(value)]));
  if ('node' in cell) return cell.node;
  return 'edge' in cell || 'path' in cell ? null : Array.from(cell, plain);
}

function cellWriter({ nodes, edges }: CypherResult<TaggedNode, SubgraphEdge>, includesProperties: boolean) {
  const nodeOf = (id: number) => {
    const node = nodes.get(id);
    return node ? Object.assign({ id }, shown(toNodeDto(node))) : null;
  };
  const edgeOf = (index: number) => {
    const edge = edges[index];
    return edge ? shown(toEdgeDto(edge)) : null;
  };
  const shown = <T extends { readonly properties: object }>(item: T): T =>
    includesProperties ? item : { ...item, properties: {} };
  const write = (cell: Cell): unknown => {
    if (cell === null || typeof cell !== 'object') return cell;
    if ('node' in cell) return nodeOf(cell.node);
    if ('edge' in cell) return edgeOf(cell.edge);
    if ('path' in cell) return { nodes: cell.path.nodes.map(nodeOf), edges: cell.path.edges.map(edgeOf) };
    if ('members' in cell) return Object.fromEntries(cell.members.map(([key, value]) => [key, write(value)]));
    return Array.from(cell, write);
  };
  return write;
}

function keysText(nodeKeys: ReadonlySet<string>, edgeKeys: ReadonlySet<string>): string {
  const [nodes, edges] = [nodeKeys, edgeKeys].map((keys) => JSON.stringify([...keys].toSorted()));
  return `,"node_keys":${nodes},"edge_keys":${edges}`;
}
