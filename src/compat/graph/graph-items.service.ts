import { Injectable } from '@nestjs/common';
import { NotFoundError } from '../../base/errors.js';
import { detailedNodes } from '../../graph/answers/answer-nodes.js';
import { GraphReader } from '../../graph/answers/graph-reader.js';
import { detailedSubgraph, PathReader } from '../../graph/answers/path-reader.js';
import { AssetGroupsService } from '../../modules/asset-groups/asset-groups.service.js';
import { KindsService, type ShownKind } from '../../modules/extensions/kinds.service.js';
import { timeOf } from '../../modules/graphs/unified-graph.dto.js';
import { timeOrZero } from '../wire/values.js';
import type { EdgeDetailsDto, NodeDetailsDto } from './graph-items.fields.js';

/** Finds single nodes and edges by the ids that answers with graphs show. */
@Injectable()
export class GraphItemsService {
  private readonly shape = {
    nodes: detailedNodes.tagged(this.assetGroups.systemTags),
    edges: detailedSubgraph.edges,
  };

  constructor(
    private readonly reader: GraphReader,
    private readonly paths: PathReader,
    private readonly assetGroups: AssetGroupsService,
    private readonly kinds: KindsService,
  ) {}

  /** @throws NotFoundError */
  async getNode(id: number, isWithInfo: boolean): Promise<NodeDetailsDto> {
    const question = {
      name: 'entityCounts',
      about: [{ id }],
      args: ([start]: readonly number[]) => ({ start: start!, walks: [] }),
    } as const;
    const { nodes } = await this.reader.ask(question, this.shape.nodes).catch((error: unknown) => {
      throw error instanceof NotFoundError ? new NotFoundError('path.node_id', `there is no node ${id}`) : error;
    });
    const node = nodes.get(id)!;
    const { objectid, name, kinds, lastSeen, properties, tags } = node;
    const described = await this.kinds.describe('ofNodes', kinds);
    return {
      node_id: id,
      kinds: kinds.map((kind) => ({ node_kind_id: idOf(kind, described), name: kind })),
      properties: {
        ...properties,
        objectid,
        name,
        displayName: name,
        lastSeen: timeOf(lastSeen),
        lastseen: timeOf(lastSeen),
        system_tags: tags.join(' '),
      },
      ...(isWithInfo && { info: panelsOf(described, 'node_kind_id') }),
    };
  }

  /** @throws NotFoundError */
  async getEdge(id: number, isWithInfo: boolean): Promise<EdgeDetailsDto> {
    const { edges } = await this.paths.ask({ name: 'edgeOfId', about: [], args: () => ({ id }) }, this.shape);
    const [edge] = edges;
    if (!edge) throw new NotFoundError('path.relationship_id', `there is no relationship ${id}`);
    const { source, target, kind, lastSeen, properties } = edge;
    const described = await this.kinds.describe('ofEdges', [kind]);
    return {
      relationship_id: id,
      source_node_id: source,
      target_node_id: target,
      kind: { relationship_kind_id: idOf(kind, described), name: kind },
      properties: {
        ...properties,
        lastSeen: timeOrZero(lastSeen && timeOf(lastSeen)),
        is_traversable: described.some(({ isTraversable }) => isTraversable),
      },
      ...(isWithInfo && { info: panelsOf(described, 'relationship_kind_id') }),
    };
  }
}

function idOf(name: string, described: readonly ShownKind[]): number | null {
  return described.find((it) => it.name === name)?.id ?? null;
}

function panelsOf(described: readonly ShownKind[], idName: string): object[] {
  return described.flatMap(({ id, panels }) =>
    Object.entries(panels).map(([name, panel]) => ({ name, ...panel, [idName]: id })),
  );
}
