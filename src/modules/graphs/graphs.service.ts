import { Injectable } from '@nestjs/common';
import { type Fault, InvalidInputError, NoPathError, NotFoundError } from '../../base/errors.js';
import { EdgeCompositions } from '../../analysis/compositions/edge-compositions.js';
import { detailedNodes, textNodes } from '../../graph/answers/answer-nodes.js';
import type { Versioned } from '../../graph/answers/graph-reader.js';
import { KindNames } from '../../graph/store/kind-names.js';
import {
  detailedSubgraph,
  PathReader,
  type Subgraph,
  type SubgraphEdge,
  type SubgraphShape,
} from '../../graph/answers/path-reader.js';
import type { JsonParts } from '../../http/json-text.js';
import { idsOf } from '../../http/input/unknown-name.js';
import { AssetGroupsService } from '../asset-groups/asset-groups.service.js';
import { type AskedPaths, defaultMaxNodes } from './paths.query.js';
import { referenceTo } from './references.js';
import { SelectionsService } from './selections.service.js';
import {
  toUnifiedGraphDto,
  type UnifiedGraphDto,
  unifiedGraphParts,
  writeEdges,
  writeTextNodes,
} from './unified-graph.dto.js';
import { wholeGraph } from './view.query.js';
import { needsKinds } from './view-parts.js';

/** Answers questions about paths. */
@Injectable()
export class GraphsService {
  private readonly nodes = detailedNodes.tagged(this.assetGroups.systemTags);
  private readonly written = {
    nodes: textNodes.tagged(this.assetGroups.systemTags).written(writeTextNodes),
    edges: (edges: readonly SubgraphEdge[]) => [writeEdges(edges)],
  };

  constructor(
    private readonly paths: PathReader,
    private readonly compositions: EdgeCompositions,
    private readonly kinds: KindNames,
    private readonly selections: SelectionsService,
    private readonly assetGroups: AssetGroupsService,
  ) {}

  /**
   * Returns `{data: UnifiedGraphDto}` as text, because it may have megabytes.
   * @throws InvalidInputError for unknown kinds and tags
   * @throws NotFoundError if a node is unknown, or if there is no path
   */
  async shortestPaths(asked: AskedPaths): Promise<Versioned<JsonParts>> {
    const subgraph = await this.shortestSubgraph(asked, this.written);
    return { version: subgraph.version, answer: unifiedGraphParts(subgraph) };
  }

  /**
   * As {@link shortestPaths}, between two nodes over edges of all kinds.
   * @throws NoPathError also if all paths lead over nodes that the caller does not see
   */
  async pathsBetween(start: string, end: string): Promise<Subgraph> {
    const asked = {
      starts: { objectids: [start], where: [] },
      ends: { objectids: [end], where: [] },
      view: wholeGraph,
      maxNodes: defaultMaxNodes,
      longer: false,
      count: undefined,
    };
    const subgraph = await this.shortestSubgraph(asked, detailedSubgraph);
    if (subgraph.stub)
      throw new NoPathError('a path leads from the start to the end, over objects that the account does not see');
    return subgraph;
  }

  /**
   * The edges from which a derived edge follows; any other edge itself.
   * @throws InvalidInputError if the kind is unknown
   * @throws NotFoundError if a node is unknown, or if there is no such edge
   */
  async composition(source: string, kind: string, target: string): Promise<Versioned<UnifiedGraphDto>> {
    const faults: Fault[] = [];
    const { kinds, version } = await this.kinds.list();
    const ofEdges = kinds.filter(({ isOfEdges }) => isOfEdges);
    const [id] = idsOf('edge_type', 'kind', [kind], ofEdges, faults);
    if (id === undefined) throw new InvalidInputError(faults);
    const shape = { nodes: this.nodes, edges: detailedSubgraph.edges };
    const subgraph = await this.compositions.find(
      referenceTo(source, 'query.source_node'),
      id,
      referenceTo(target, 'query.target_node'),
      version,
      shape,
    );
    if (!subgraph) {
      const ends = `from ${JSON.stringify(source)} to ${JSON.stringify(target)}`;
      throw new NotFoundError('query.edge_type', `there is no edge ${kind} ${ends}`);
    }
    return { version: subgraph.version, answer: toUnifiedGraphDto(subgraph) };
  }

  private async shortestSubgraph<Node, Edge>(
    asked: AskedPaths,
    shape: SubgraphShape<Node, Edge>,
  ): Promise<Subgraph<Node, Edge>> {
    const faults: Fault[] = [];
    const isKnown = needsKinds(asked.view) || 'kind' in asked.starts || 'kind' in asked.ends;
    const known = isKnown ? await this.kinds.list() : null;
    const [starts, ends] = await Promise.all([
      this.selections.nodesOf('start', asked.starts, known, faults),
      this.selections.nodesOf('end', asked.ends, known, faults),
    ]);
    const view = await this.selections.viewOf(asked.view, known, faults);
    if (faults.length > 0) throw new InvalidInputError(faults);
    const subgraph = await this.paths.shortestPaths({ ...asked, starts, ends, view }, shape);
    if (subgraph.nodes.size === 0 && !subgraph.truncated)
      throw new NoPathError('no path leads from a start to another node that is an end');
    return subgraph;
  }
}
