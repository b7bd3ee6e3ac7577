import { Get } from '@nestjs/common';
import { Allow } from '../../auth/allow.decorator.js';
import type { AskedRange } from '../../http/input/date-time.js';
import { PathText } from '../../http/input/path.decorators.js';
import { QueryRange } from '../../http/input/query.decorators.js';
import type { JsonText } from '../../http/json-text.js';
import { recordTimesList, type RecordTimesRequest } from '../../http/list/list-description.js';
import { ListQuery } from '../../http/list/list-query.decorator.js';
import { ApiController } from '../../http/openapi/api-controller.decorator.js';
import { Operation, pageOf } from '../../http/openapi/operation.decorator.js';
import { DataQualityOperation } from '../environments/environments.decorators.js';
import {
  domainList,
  type DomainListRequest,
  domainQualityShape,
  domainShape,
} from '../environments/environments.fields.js';
import { EnvironmentsService } from '../environments/environments.service.js';

@ApiController('ad-domains', 'domains')
export class DomainsController {
  constructor(private readonly service: EnvironmentsService) {}

  @Get()
  @Allow('graph:read', 'seen')
  @Operation({ summary: 'List the domains of Active Directory', answer: pageOf(domainShape.dto) })
  list(@ListQuery(domainList) request: DomainListRequest): Promise<JsonText> {
    return this.service.listDomains(request);
  }

  @Get(':domain_id/data-quality-stats')
  @Allow('graph:read', 'seen')
  @DataQualityOperation('a domain', domainQualityShape.dto)
  listDataQuality(
    @PathText('domain_id', 'Object id (SID) of the domain. The case of letters is ignored.') domainId: string,
    @QueryRange() range: AskedRange,
    @ListQuery(recordTimesList) request: RecordTimesRequest,
  ): Promise<JsonText> {
    return this.service.listDataQuality('domain', domainId, range, request);
  }
}
