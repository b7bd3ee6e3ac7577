import { Get } from '@nestjs/common';
import { Allow } from '../../auth/allow.decorator.js';
import { DataQualityOperation, RangeEnd, RangeStart } from '../environments/data-quality.decorators.js';
import { PathText } from '../../http/input/path-parameter.decorator.js';
import type { JsonText } from '../../http/json-text.js';
import { ListQuery } from '../../http/list/list-query.decorator.js';
import { recordTimesList, type RecordTimesRequest } from '../../http/list/record-times-list.js';
import { ApiController } from '../../http/openapi/api-controller.decorator.js';
import { Operation, pageOf } from '../../http/openapi/operation.decorator.js';
import { DomainDataQualityDto } from './dto/domain-data-quality.dto.js';
import { DomainDto } from './dto/domain.dto.js';
import { domainList, type DomainListRequest } from './domains.list.js';
import { DomainsService } from './domains.service.js';

@ApiController('ad-domains', 'domains')
export class DomainsController {
  constructor(private readonly service: DomainsService) {}

  @Get()
  @Allow('graph:read')
  @Operation({ summary: 'List the domains of Active Directory', answer: pageOf(DomainDto) })
  list(@ListQuery(domainList) request: DomainListRequest): Promise<JsonText> {
    return this.service.list(request);
  }

  @Get(':domain_id/data-quality-stats')
  @Allow('graph:read')
  @DataQualityOperation('a domain', DomainDataQualityDto)
  listDataQuality(
    @PathText('domain_id', 'Object id (SID) of the domain; upper and lower case are the same.') domainId: string,
    @RangeStart() start: Date | undefined,
    @RangeEnd() end: Date | undefined,
    @ListQuery(recordTimesList) request: RecordTimesRequest,
  ): Promise<JsonText> {
    return this.service.listDataQuality(domainId, { start, end }, request);
  }
}
