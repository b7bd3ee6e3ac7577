import { Get, Res } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import type { Response } from 'express';
import { Allow } from '../../auth/allow.decorator.js';
import { QueryText } from '../../http/input/query.decorators.js';
import { Cost } from '../../http/limits/rate-limit.guards.js';
import { ApiController } from '../../http/openapi/api-controller.decorator.js';
import { setGraphTruncated, setGraphVersion } from '../../http/openapi/graph-version.js';
import { Operation } from '../../http/openapi/operation.decorator.js';
import { bareMapOf } from './bare-map.dto.js';
import { GraphsService } from '../../modules/graphs/graphs.service.js';

class BareMapDto {
  @ApiProperty({ type: 'object', additionalProperties: true, description: 'Nodes and edges by their keys.' })
  readonly data!: object;
}

/** The former name of `GET /api/v2/graphs/shortest-path`. */
@ApiController('pathfinding', 'paths')
export class PathfindingController {
  constructor(private readonly graphs: GraphsService) {}

  @Get()
  @Allow('graph:read', 'seen')
  @Cost(5)
  @Operation({
    summary: 'Find the shortest paths between two nodes',
    answer: { schema: { $ref: '#/components/schemas/BareMapDto' }, models: [BareMapDto] },
    errors: [404],
    isOfGraph: true,
  })
  async get(
    @QueryText('start_node', 'Object id of the start.') start: string,
    @QueryText('end_node', 'Object id of the end.') end: string,
    @Res({ passthrough: true }) response: Response,
  ): Promise<BareMapDto> {
    const { version, nodes, edges, truncated } = await this.graphs.pathsBetween(start, end);
    setGraphVersion(response, version);
    setGraphTruncated(response, truncated);
    const withData = edges.map(({ lastSeen, properties, ...edge }) => ({
      ...edge,
      data: { ...properties, ...(lastSeen !== null && { lastseen: lastSeen }) },
    }));
    return { data: bareMapOf(nodes.values(), withData) };
  }
}
