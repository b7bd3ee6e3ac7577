import { Get, Post, Res } from '@nestjs/common';
import type { Response } from 'express';
import { Allow } from '../../auth/allow.decorator.js';
import { JsonBody } from '../../http/body/json-body.decorator.js';
import { PathText } from '../../http/input/path.decorators.js';
import { Cost } from '../../http/limits/rate-limit.guards.js';
import { ApiController } from '../../http/openapi/api-controller.decorator.js';
import { versioned } from '../../http/openapi/graph-version.js';
import { dataOf, Operation } from '../../http/openapi/operation.decorator.js';
import {
  type EdgeCountsDto,
  edgeCountsShape,
  type NeighbourhoodDto,
  NeighbourhoodRequest,
  neighbourhoodShape,
} from './neighbourhood.dto.js';
import { NeighbourhoodService } from './neighbourhood.service.js';

@ApiController('', 'paths')
export class NeighbourhoodController {
  constructor(private readonly service: NeighbourhoodService) {}

  @Post('graphs/neighbourhood')
  @Allow('graph:read', 'seen')
  @Cost(2)
  @Operation({
    summary: 'Get new nodes for a picture, and their edges to all that it shows',
    description:
      'Returns the objects of `add` and the neighbours of `expand`, those of tier zero first. Without both it returns what is shown, with all edges among it. Object ids that no node has are counted.',
    answer: dataOf(neighbourhoodShape.dto),
    errors: [404],
    isOfGraph: true,
  })
  async getNeighbourhood(
    @JsonBody(NeighbourhoodRequest) asked: NeighbourhoodRequest,
    @Res({ passthrough: true }) response: Response,
  ): Promise<{ data: NeighbourhoodDto }> {
    return { data: versioned(response, await this.service.neighbourhood(asked)) };
  }

  @Get('base/:object_id/edges/counts')
  @Allow('graph:read', 'seen')
  @Operation({
    summary: 'Count the edges of an entity by direction and kind',
    description:
      'Counts the neighbourhood exactly, with the kinds of the neighbours and those of tier zero among them.',
    answer: dataOf(edgeCountsShape.dto),
    errors: [404],
    isOfGraph: true,
  })
  async getEdgeCounts(
    @PathText('object_id', 'Object id. The case of letters is ignored.') objectid: string,
    @Res({ passthrough: true }) response: Response,
  ): Promise<{ data: EdgeCountsDto }> {
    return { data: versioned(response, await this.service.counts(objectid)) };
  }
}
