import { Injectable } from '@nestjs/common';
import { type Fault, InvalidInputError, NotFoundError } from '../../base/errors.js';
import { EdgeCompositions } from '../../analysis/compositions/edge-compositions.js';
import { detailedNodes } from '../../graph/answer-nodes.js';
import type { NodeReference, UnknownNodes } from '../../graph/graph-reader.js';
import { KindNames, type KnownKinds } from '../../graph/kinds/kind-names.js';
import type { Direction } from '../../graph/memory/memory-graph.js';
import {
  detailedSubgraph,
  type PathEnds,
  PathReader,
  type Reachable,
  type Subgraph,
  type SubgraphEdge,
  type SubgraphShape,
} from '../../graph/path-reader.js';
import type { JsonParts } from '../../http/json-text.js';
import { maxInt32 } from '../../http/input/rules.js';
import { idsOf, unknownName } from '../../http/input/unknown-name.js';
import { AssetGroupsService } from '../asset-groups/asset-groups.service.js';
import { type AskedEnds, type AskedKinds, type AskedPaths, defaultMaxNodes } from './paths.query.js';
import {
  toUnifiedGraphDto,
  type UnifiedGraphDto,
  unifiedGraphParts,
  writeEdges,
  writeNodes,
} from './unified-graph.dto.js';

/** Another name of the tag of Admin Tier Zero. */
const tierZeroName = 'tier_zero';

interface OfVersion<Graph> {
  readonly version: number;
  readonly graph: Graph;
}

/** Answers questions about paths. */
@Injectable()
export class GraphsService {
  private readonly nodes = detailedNodes.tagged(this.assetGroups.systemTags);
  private readonly written = {
    nodes: this.nodes.written(writeNodes),
    edges: (edges: readonly SubgraphEdge[]) => [writeEdges(edges)],
  };

  constructor(
    private readonly paths: PathReader,
    private readonly compositions: EdgeCompositions,
    private readonly kinds: KindNames,
    private readonly assetGroups: AssetGroupsService,
  ) {}

  /**
   * Returns `{data: UnifiedGraphDto}` as text, because it may have megabytes.
   * @throws InvalidInputError for unknown kinds and tags
   * @throws NotFoundError if a node is unknown, or if there is no path
   */
  async shortestPaths(asked: AskedPaths): Promise<OfVersion<JsonParts>> {
    const subgraph = await this.shortestSubgraph(asked, this.written);
    return { version: subgraph.version, graph: unifiedGraphParts(subgraph) };
  }

  /** As {@link shortestPaths}, between two nodes over edges of all kinds. */
  pathsBetween(start: string, end: string): Promise<Subgraph> {
    const asked = {
      starts: { objectids: [start] },
      ends: { objectids: [end] },
      kinds: { names: null, isExclusion: false, onlyTraversable: false },
      maxNodes: defaultMaxNodes,
    };
    return this.shortestSubgraph(asked, detailedSubgraph);
  }

  /**
   * @throws InvalidInputError for unknown kinds
   * @throws NotFoundError if the node is unknown
   */
  async reachable(node: string, direction: Direction, asked: AskedKinds): Promise<Reachable> {
    const faults: Fault[] = [];
    const [known, tierZero] = await Promise.all([
      namesKinds(asked) ? this.kinds.list() : null,
      this.assetGroups.tierZeroIds(),
    ]);
    const kinds = known && followed(asked, known, faults);
    if (faults.length > 0) throw new InvalidInputError(faults);
    const request = { node: referenceTo(node, 'query.node'), direction, kinds, kindsVersion: known?.version, tierZero };
    const found = await this.paths.reachable(request);
    if ('unknown' in found) throw unknownEnds({ node: [node] }, found);
    return found;
  }

  /**
   * The edges from which a derived edge follows; any other edge itself.
   * @throws InvalidInputError if the kind is unknown
   * @throws NotFoundError if a node is unknown, or if there is no such edge
   */
  async composition(source: string, kind: string, target: string): Promise<OfVersion<UnifiedGraphDto>> {
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
    if ('unknown' in subgraph) throw unknownEnds({ source_node: [source], target_node: [target] }, subgraph);
    return { version: subgraph.version, graph: toUnifiedGraphDto(subgraph) };
  }

  private async shortestSubgraph<Node, Edge>(
    asked: AskedPaths,
    shape: SubgraphShape<Node, Edge>,
  ): Promise<Subgraph<Node, Edge>> {
    const faults: Fault[] = [];
    const isKnown = namesKinds(asked.kinds) || 'kind' in asked.starts || 'kind' in asked.ends;
    const known = isKnown ? await this.kinds.list() : null;
    const [starts, ends] = await Promise.all([
      this.endsOf('start', asked.starts, known, faults),
      this.endsOf('end', asked.ends, known, faults),
    ]);
    const kinds = known && followed(asked.kinds, known, faults);
    if (faults.length > 0) throw new InvalidInputError(faults);
    const { maxNodes } = asked;
    const request = { starts, ends, kinds, kindsVersion: known?.version, maxNodes };
    const subgraph = await this.paths.shortestPaths(request, shape);
    if ('unknown' in subgraph)
      throw unknownEnds({ start_node: namedIn(asked.starts), end_node: namedIn(asked.ends) }, subgraph);
    if (subgraph.nodes.size === 0 && !subgraph.truncated)
      throw new NotFoundError('query', 'no path leads from a start to another node that is an end', 'graph.no_path');
    return subgraph;
  }

  private async endsOf(
    end: 'start' | 'end',
    asked: AskedEnds,
    known: KnownKinds | null,
    faults: Fault[],
  ): Promise<PathEnds> {
    if ('objectids' in asked) return { ...asked, place: `query.${end}_node` };
    if ('kind' in asked) {
      const ofNodes = known?.kinds.filter((kind) => kind.isOfNodes) ?? [];
      const [kind = 0] = idsOf(`${end}_kind`, 'kind', [asked.kind], ofNodes, faults);
      return { kind };
    }
    if (asked.tag === tierZeroName) return { ids: await this.assetGroups.tierZeroIds() };
    const ids = await this.assetGroups.memberIds(asked.tag);
    if (ids) return { ids };
    const tags = [tierZeroName, ...(await this.assetGroups.tags())];
    faults.push(unknownName(`${end}_tag`, 'asset group with the tag', asked.tag, tags));
    return { ids: [] };
  }
}

function namesKinds({ names, onlyTraversable }: AskedKinds): boolean {
  return names !== null || onlyTraversable;
}

/** @returns null for all kinds */
function followed(
  { names, isExclusion, onlyTraversable }: AskedKinds,
  known: KnownKinds,
  faults: Fault[],
): readonly number[] | null {
  if (!names && !onlyTraversable) return null;
  const ofEdges = known.kinds.filter(({ isOfEdges }) => isOfEdges);
  const given = names && new Set(idsOf('relationship_kinds', 'kind', names, ofEdges, faults));
  const kinds = ofEdges.filter(
    ({ id, isTraversable }) => (!given || given.has(id) !== isExclusion) && (!onlyTraversable || isTraversable),
  );
  if (kinds.length === 0 && faults.length === 0)
    faults.push({
      code: 'query.conflicting_parameters',
      context: 'query.relationship_kinds',
      message: `leaves no kind${onlyTraversable ? ' that is traversable; give other kinds, or only_traversable=false' : ''}`,
    });
  return kinds.map(({ id }) => id);
}

function namedIn(ends: AskedEnds): readonly string[] {
  return 'objectids' in ends ? ends.objectids : [];
}

/** A number, as answers write it, is the id of a node; any other text is an object id. */
function referenceTo(text: string, place: string): NodeReference {
  const isId = /^[1-9]\d{0,9}$/.test(text) && Number(text) <= maxInt32;
  return isId ? { id: Number(text) } : { objectid: text, place };
}

/** @param given the nodes that a request names, by the name of the parameter */
function unknownEnds(given: Readonly<Record<string, readonly string[]>>, { unknown }: UnknownNodes): NotFoundError {
  const missing = new Set(unknown.map((it) => ('objectid' in it ? it.objectid : String(it.id))));
  const [first = ''] = Object.entries(given).flatMap(([name, nodes]) =>
    nodes.some((it) => missing.has(it)) ? [name] : [],
  );
  const nodes = [...new Set(Object.values(given).flat())].filter((it) => missing.has(it));
  return new NotFoundError(`query.${first}`, `there is no node ${nodes.map((it) => JSON.stringify(it)).join(', ')}`);
}
