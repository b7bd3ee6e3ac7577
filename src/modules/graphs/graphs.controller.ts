import { Get, Res } from '@nestjs/common';
import type { Response } from 'express';
import { Allow } from '../../auth/allow.decorator.js';
import { Cost } from '../../http/limits/rate-limit.guards.js';
import { setGraphVersion } from '../../http/openapi/graph-version.js';
import { ApiController } from '../../http/openapi/api-controller.decorator.js';
import { dataOf, Operation } from '../../http/openapi/operation.decorator.js';
import { GraphsService } from './graphs.service.js';
import { type AskedPaths, PathsQuery } from './paths.query.js';
import { UnifiedGraphDto } from './unified-graph.dto.js';

@ApiController('graphs', 'paths')
export class GraphsController {
  constructor(private readonly service: GraphsService) {}

  @Get('shortest-path')
  @Allow('graph:read')
  @Cost(5)
  @Operation({
    summary: 'Find the shortest paths between nodes',
    description:
      'Returns all shortest paths from each start to the ends that are nearest to it, merged into one graph. Without a path the answer is 404 with the code `graph.no_path`.',
    answer: dataOf(UnifiedGraphDto),
    errors: [404],
    isOfGraph: true,
  })
  async getShortestPaths(
    @PathsQuery() asked: AskedPaths,
    @Res({ passthrough: true }) response: Response,
  ): Promise<{ data: UnifiedGraphDto }> {
    const { version, graph } = await this.service.shortestPaths(asked);
    setGraphVersion(response, version);
    return { data: graph };
  }
}
