import { Get } from '@nestjs/common';
import { Allow } from '../../auth/allow.decorator.js';
import { adDomain, cloudTenant, type EnvironmentType } from '../../analysis/data-quality/environment-type.js';
import type { AskedRange } from '../../http/input/date-time.js';
import { PathChoice } from '../../http/input/path.decorators.js';
import { QueryRange } from '../../http/input/query.decorators.js';
import type { JsonText } from '../../http/json-text.js';
import { recordTimesList, type RecordTimesRequest } from '../../http/list/list-description.js';
import { ListQuery } from '../../http/list/list-query.decorator.js';
import { ApiController } from '../../http/openapi/api-controller.decorator.js';
import { anyOf, dataOf, Operation, pageOf } from '../../http/openapi/operation.decorator.js';
import { appliedRange } from '../../modules/environments/environments.decorators.js';
import {
  type CompletenessDto,
  completenessShape,
  domainsQualityShape,
  tenantsQualityShape,
} from './platform-quality.fields.js';
import { PlatformQualityService } from './platform-quality.service.js';

/** The types by the names of the platforms in the reference product. */
const platforms = new Map<string, EnvironmentType>([
  ['ad', adDomain],
  ['azure', cloudTenant],
]);

@ApiController('', 'domains')
export class PlatformQualityController {
  constructor(private readonly quality: PlatformQualityService) {}

  @Get('platform/:platform_id/data-quality-stats')
  @Allow('graph:read', 'seen')
  @Operation({
    summary: 'List the data quality statistics of all domains or all tenants',
    description: 'Returns one row for each analysis, newest first.',
    answer: anyOf(pageOf(domainsQualityShape.dto, appliedRange), pageOf(tenantsQualityShape.dto, appliedRange)),
  })
  list(
    @PathChoice('platform_id', platforms, '`ad` for domains, `azure` for tenants.') type: EnvironmentType,
    @QueryRange() range: AskedRange,
    @ListQuery(recordTimesList) request: RecordTimesRequest,
  ): Promise<JsonText> {
    return this.quality.list(type, range, request);
  }

  @Get('completeness')
  @Allow('graph:read', 'seen')
  @Operation({ summary: 'Get the completeness of the collected domains', answer: dataOf(completenessShape.dto) })
  async getCompleteness(): Promise<{ data: CompletenessDto }> {
    return { data: await this.quality.completeness() };
  }
}
