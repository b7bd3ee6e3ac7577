import { Get, Res } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import type { Response } from 'express';
import { Allow } from '../../auth/allow.decorator.js';
import { QueryChoice, QueryText } from '../../http/input/query.decorators.js';
import { ApiController } from '../../http/openapi/api-controller.decorator.js';
import { versioned } from '../../http/openapi/graph-version.js';
import { Operation } from '../../http/openapi/operation.decorator.js';
import { bareMapOf } from './bare-map.dto.js';
import { GraphSearchService } from './graph-search.service.js';

class FoundNodesDto {
  @ApiProperty({ type: 'object', additionalProperties: true, description: 'Nodes by their ids; at most ten.' })
  readonly data!: object;
}

/** The former name of `GET /api/v2/search`. */
@ApiController('graph-search', 'search')
export class GraphSearchController {
  constructor(private readonly search: GraphSearchService) {}

  @Get()
  @Allow('graph:read', 'seen')
  @Operation({
    summary: 'Search entities, as nodes of a graph',
    answer: { schema: { $ref: '#/components/schemas/FoundNodesDto' }, models: [FoundNodesDto] },
    isOfGraph: true,
    basis: null,
  })
  async list(
    @QueryText('query', 'An object id, a name, a distinguished name, or a part of a name.') query: string,
    @QueryChoice('type', ['fuzzy', 'exact'], 'fuzzy', '`exact`: the whole object id or name.') type: string,
    @Res({ passthrough: true }) response: Response,
  ): Promise<FoundNodesDto> {
    return { data: bareMapOf(versioned(response, await this.search.find(query, type === 'exact')), []) };
  }
}
