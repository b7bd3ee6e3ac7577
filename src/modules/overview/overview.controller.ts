import { Get } from '@nestjs/common';
import { Allow } from '../../auth/allow.decorator.js';
import type { AskedRange } from '../../http/input/date-time.js';
import { fromQuery, integer, optionalText } from '../../http/input/parameters.js';
import { QueryRange } from '../../http/input/query.decorators.js';
import { maxInt32 } from '../../http/input/rules.js';
import { ApiController } from '../../http/openapi/api-controller.decorator.js';
import { dataOf, Operation } from '../../http/openapi/operation.decorator.js';
import { type ExposureHistoryDto, exposureHistoryShape, type OverviewDto, overviewShape } from './overview.dto.js';
import { OverviewService } from './overview.service.js';

const zone = integer(
  'zone',
  { minimum: 1, maximum: maxInt32, default: 1 },
  'Id of the asset group of a tier. By default tier zero.',
);
const environment = optionalText('environment', 'Object id of a domain or tenant. Without it: all accounts.');

@ApiController('graphs', 'graph')
export class OverviewController {
  constructor(private readonly overviews: OverviewService) {}

  @Get('overview')
  @Allow('graph:read', 'seen')
  @Operation({
    summary: 'Get how many accounts reach tier zero, and the first fixes',
    description:
      'Returns what a task stored after the last run of the analysis, for tier zero and each other tier. It asks the graph nothing, so it costs one call.',
    answer: dataOf(overviewShape.dto),
    basis: 'body',
  })
  async getOverview(): Promise<{ data: OverviewDto }> {
    return { data: await this.overviews.overview() };
  }

  @Get('exposure/history')
  @Allow('graph:read', 'seen')
  @Operation({
    summary: 'List how many accounts reached tier zero after each analysis',
    description: 'Returns one point for each run of the analysis whose overview is stored, 1000 at most, for one tier.',
    answer: dataOf(exposureHistoryShape.dto),
    basis: 'body',
  })
  async getExposureHistory(
    @fromQuery(zone) ofZone: number,
    @fromQuery(environment) of: string | undefined,
    @QueryRange() range: AskedRange,
  ): Promise<{ data: ExposureHistoryDto }> {
    return { data: await this.overviews.history(ofZone, of ?? '', range) };
  }
}
