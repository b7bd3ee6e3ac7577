import { Get, Res } from '@nestjs/common';
import type { Response } from 'express';
import { Allow } from '../../auth/allow.decorator.js';
import { ApiController } from '../../http/openapi/api-controller.decorator.js';
import { versioned } from '../../http/openapi/graph-version.js';
import { Operation, pageOf } from '../../http/openapi/operation.decorator.js';
import { type SearchParameters, SearchQuery } from './search-query.decorator.js';
import { type SearchPageDto, searchResultShape } from './search.dto.js';
import { SearchService } from './search.service.js';

@ApiController('search', 'search')
export class SearchResultsController {
  constructor(private readonly service: SearchService) {}

  @Get()
  @Allow('graph:read', 'seen')
  @Operation({
    summary: 'Search entities',
    description:
      'Finds entities whose object id, name or distinguished name is the query, then those for which one of these begins with it, then those whose name contains it. Each of these three groups is ordered by name and object id.',
    answer: pageOf(searchResultShape.dto),
    isOfGraph: true,
    basis: null,
  })
  async list(
    @SearchQuery() parameters: SearchParameters,
    @Res({ passthrough: true }) response: Response,
  ): Promise<SearchPageDto> {
    return versioned(response, await this.service.search(parameters));
  }
}
