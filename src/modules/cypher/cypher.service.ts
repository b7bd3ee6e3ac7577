import { Injectable } from '@nestjs/common';
import { bareNodes, keyedNodes, type Tagged, textNodes, type TextNode } from '../../graph/answers/answer-nodes.js';
import type { Versioned } from '../../graph/answers/graph-reader.js';
import { CypherReader, type CypherRequest, type CypherShape } from '../../graph/answers/cypher-reader.js';
import type { SubgraphEdge } from '../../graph/answers/path-reader.js';
import { QueryLog } from '../../auth/audit/query-log.js';
import { Clock } from '../../base/clock.js';
import { AppError } from '../../base/errors.js';
import { withDoubledQuotes } from '../../base/values/csv-text.js';
import { JsonParts } from '../../http/json-text.js';
import { AssetGroupsService } from '../asset-groups/asset-groups.service.js';
import { edgeTexts, nodeTexts, piecesOf, withCommas, writeEdges, writeTextNodes } from '../graphs/unified-graph.dto.js';
import type { CypherPlanDto } from './cypher.dto.js';

type Node = TextNode & Tagged;

/** Runs queries in Cypher, and writes their answers as a graph or as a table, in parts, because they may have megabytes. */
@Injectable()
export class CypherService {
  private readonly nodes = {
    bare: bareNodes.tagged(this.assetGroups.systemTags),
    whole: textNodes.tagged(this.assetGroups.systemTags),
    keyed: keyedNodes.tagged(this.assetGroups.systemTags),
  };

  constructor(
    private readonly reader: CypherReader,
    private readonly assetGroups: AssetGroupsService,
    private readonly log: QueryLog,
    private readonly clock: Clock,
  ) {}

  /** Returns `{data: CypherGraphDto}`. @throws InvalidInputError if the query is refused */
  async graph(request: CypherRequest, includesProperties: boolean): Promise<Versioned<JsonParts>> {
    const [nodeKeys, edgeKeys] = [new Set<string>(), new Set<string>()];
    const { version, nodes, edges, text, textBytes } = await this.ask(request, {
      form: 'literals',
      nodes: includesProperties ? this.nodes.keyed : this.nodes.bare,
      writeNodes: (some) => {
        for (const { keys } of some) for (const key of keys) nodeKeys.add(key);
        return writeTextNodes(some);
      },
      writeEdges: (some) => {
        const shown = includesProperties ? some : withoutProperties(some);
        for (const { properties } of shown) for (const key of Object.keys(properties)) edgeKeys.add(key);
        return [writeEdges(shown)];
      },
    });
    const before = [
      Buffer.from('{"data":{"nodes":{'),
      ...withCommas(nodes),
      Buffer.from('},"edges":['),
      ...withCommas(edges),
      Buffer.from('],"literals":['),
    ];
    const after = Buffer.from(`]${includesProperties ? keysText(nodeKeys, edgeKeys) : ''}}}`);
    const isEmpty = nodes.length === 0 && textBytes === 0;
    return { version, answer: surrounded(before, { text, textBytes }, after, { isEmpty }) };
  }

  /** Returns `{data: CypherTableDto}`, or its rows as CSV. @throws InvalidInputError if the query is refused */
  async table(request: CypherRequest, includesProperties: boolean, isCsv: boolean): Promise<Versioned<JsonParts>> {
    const written = (texts: readonly string[]) => piecesOf(isCsv ? texts.map(withDoubledQuotes) : texts);
    const { version, columns, ...others } = await this.ask(request, {
      form: isCsv ? 'csv' : 'table',
      nodes: includesProperties ? this.nodes.whole : this.nodes.bare,
      writeNodes: (some) => written(nodeTexts(some)),
      writeEdges: (some) => written(edgeTexts(includesProperties ? some : withoutProperties(some))),
    });
    const [before, after] = isCsv ? ['', ''] : [`{"data":{"columns":${JSON.stringify(columns)},"rows":[`, ']}}'];
    return { version, answer: surrounded([Buffer.from(before)], others, Buffer.from(after), { isCsv }) };
  }

  /** The steps of the plan of a query. @throws InvalidInputError if the query is refused */
  async plan(request: CypherRequest): Promise<Versioned<{ data: CypherPlanDto }>> {
    const { version, plan } = await this.ask(
      { ...request, explain: true },
      { form: 'none', nodes: this.nodes.bare, writeNodes: () => [], writeEdges: () => [] },
    );
    return { version, answer: { data: { plan: plan ?? [] } } };
  }

  /** Runs a query, which leaves an audit entry unless it asks for its plan. */
  private async ask(request: CypherRequest, shape: CypherShape<Node>) {
    const { query, explain } = request;
    const start = this.clock.now().getTime();
    const note = (rows: number | null, reason?: string) => {
      const milliseconds = this.clock.now().getTime() - start;
      const outcome = rows === null ? 'failure' : 'success';
      if (!explain) this.log.add({ query, outcome, rows, milliseconds, ...(reason !== undefined && { reason }) });
    };
    try {
      const result = await this.reader.ask(request, () => this.assetGroups.tagMembers(), shape);
      note(result.rowCount);
      return result;
    } catch (error) {
      note(null, error instanceof AppError ? error.message : 'it failed inside');
      throw error;
    }
  }
}

function withoutProperties(edges: readonly SubgraphEdge[]): SubgraphEdge[] {
  return edges.map((edge) => ({ ...edge, properties: {} }));
}

function surrounded(
  before: readonly Buffer[],
  { text, textBytes }: { readonly text: Iterable<Uint8Array>; readonly textBytes: number },
  after: Buffer,
  { isEmpty = false, isCsv = false },
): JsonParts {
  const parts = {
    *[Symbol.iterator](): Generator<Uint8Array, void, undefined> {
      yield* before;
      yield* text;
      yield after;
    },
  };
  const { bytes } = JsonParts.of([...before, after]);
  return new JsonParts(parts, bytes + textBytes, isEmpty, isCsv);
}

function keysText(nodeKeys: ReadonlySet<string>, edgeKeys: ReadonlySet<string>): string {
  const [nodes, edges] = [nodeKeys, edgeKeys].map((keys) => JSON.stringify([...keys].toSorted()));
  return `,"node_keys":${nodes},"edge_keys":${edges}`;
}
