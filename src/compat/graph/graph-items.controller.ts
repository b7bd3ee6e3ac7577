import { Get, Res } from '@nestjs/common';
import type { Response } from 'express';
import { Allow } from '../../auth/allow.decorator.js';
import { PathInt, PathLong } from '../../http/input/path.decorators.js';
import { QueryChoice, QueryFlag, QueryText } from '../../http/input/query.decorators.js';
import { ApiController } from '../../http/openapi/api-controller.decorator.js';
import { versioned } from '../../http/openapi/graph-version.js';
import { dataOf, Operation } from '../../http/openapi/operation.decorator.js';
import { GraphsService } from '../../modules/graphs/graphs.service.js';
import { type UnifiedGraphDto, unifiedGraphShape } from '../../modules/graphs/unified-graph.dto.js';
import { type EdgeDetailsDto, edgeDetailsShape, type NodeDetailsDto, nodeDetailsShape } from './graph-items.fields.js';
import { GraphItemsService } from './graph-items.service.js';
import { relayKinds, relayTargets } from './relay-targets.js';

const withInfo = () => QueryFlag('include-info', false, 'Whether the answer has the panels that describe the kinds.');

/** Nodes and edges by the ids that answers with graphs show. */
@ApiController('', 'paths')
export class GraphItemsController {
  constructor(
    private readonly items: GraphItemsService,
    private readonly graphs: GraphsService,
  ) {}

  @Get('nodes/:node_id')
  @Allow('graph:read', 'seen')
  @Operation({ summary: 'Get a node by its id', answer: dataOf(nodeDetailsShape.dto) })
  async getNode(
    @PathInt('node_id', 'Id of the node.') id: number,
    @withInfo() isWithInfo: boolean,
  ): Promise<{ data: NodeDetailsDto }> {
    return { data: await this.items.getNode(id, isWithInfo) };
  }

  @Get('relationships/:relationship_id')
  @Allow('graph:read', 'seen')
  @Operation({ summary: 'Get an edge by its id', answer: dataOf(edgeDetailsShape.dto) })
  async getEdge(
    @PathLong('relationship_id', 'Id of the edge.') id: number,
    @withInfo() isWithInfo: boolean,
  ): Promise<{ data: EdgeDetailsDto }> {
    return { data: await this.items.getEdge(id, isWithInfo) };
  }

  @Get('graphs/relay-targets')
  @Allow('graph:read')
  @Operation({
    summary: 'List the nodes that an edge of coerced relay needs besides its ends',
    description:
      'Domain controllers that accept relayed logons, or enterprise CAs; for SMB the computers whose logons are relayed. There are no edges.',
    answer: dataOf(unifiedGraphShape.dto),
    errors: [404],
    isOfGraph: true,
  })
  async getRelayTargets(
    @QueryText('source_node', 'Id or object id of the start of the edge.') source: string,
    @QueryText('target_node', 'Id or object id of the end of the edge.') target: string,
    @QueryChoice('edge_type', relayKinds, relayKinds[0]!, 'Kind of the edge.') kind: string,
    @Res({ passthrough: true }) response: Response,
  ): Promise<{ data: UnifiedGraphDto }> {
    const graph = versioned(response, await this.graphs.composition(source, kind, target));
    return { data: relayTargets(graph, kind, target) };
  }
}
