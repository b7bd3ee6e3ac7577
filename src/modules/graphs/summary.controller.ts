import { Get, Res } from '@nestjs/common';
import type { Response } from 'express';
import { Allow } from '../../auth/allow.decorator.js';
import { ApiController } from '../../http/openapi/api-controller.decorator.js';
import { versioned } from '../../http/openapi/graph-version.js';
import { dataOf, Operation } from '../../http/openapi/operation.decorator.js';
import { type SummaryDto, summaryShape } from './summary.dto.js';
import { SummaryService } from './summary.service.js';

@ApiController('graphs/summary', 'graph')
export class SummaryController {
  constructor(private readonly service: SummaryService) {}

  @Get()
  @Allow('graph:read', 'seen')
  @Operation({
    summary: 'Count nodes and edges of the graph',
    description: 'Nodes by kind and environment, enabled accounts, members of tier zero and edges by kind.',
    answer: dataOf(summaryShape.dto),
    isOfGraph: true,
  })
  async get(@Res({ passthrough: true }) response: Response): Promise<{ data: SummaryDto }> {
    return { data: versioned(response, await this.service.summary()) };
  }
}
