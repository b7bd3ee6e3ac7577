import { Get } from '@nestjs/common';
import { Allow } from '../../auth/allow.decorator.js';
import { DataQualityOperation, RangeEnd, RangeStart } from '../../environments/data-quality.decorators.js';
import { PathText } from '../../http/input/path-parameter.decorator.js';
import type { JsonText } from '../../http/json-text.js';
import { ListQuery } from '../../http/list/list-query.decorator.js';
import { recordTimesList, type RecordTimesRequest } from '../../http/list/record-times-list.js';
import { ApiController } from '../../http/openapi/api-controller.decorator.js';
import { Operation, pageOf } from '../../http/openapi/operation.decorator.js';
import { AdDomainDataQualityDto } from './dto/ad-domain-data-quality.dto.js';
import { AdDomainDto } from './dto/ad-domain.dto.js';
import { adDomainList, type AdDomainListRequest } from './ad-domains.list.js';
import { AdDomainsService } from './ad-domains.service.js';

@ApiController('ad-domains', 'domains')
export class AdDomainsController {
  constructor(private readonly service: AdDomainsService) {}

  @Get()
  @Allow('graph:read')
  @Operation({ summary: 'List the domains of Active Directory', answer: pageOf(AdDomainDto) })
  list(@ListQuery(adDomainList) request: AdDomainListRequest): Promise<JsonText> {
    return this.service.list(request);
  }

  @Get(':domain_id/data-quality-stats')
  @Allow('graph:read')
  @DataQualityOperation('a domain', AdDomainDataQualityDto)
  listDataQuality(
    @PathText('domain_id', 'Object id (SID) of the domain; upper and lower case are the same.') domainId: string,
    @RangeStart() start: Date | undefined,
    @RangeEnd() end: Date | undefined,
    @ListQuery(recordTimesList) request: RecordTimesRequest,
  ): Promise<JsonText> {
    return this.service.listDataQuality(domainId, { start, end }, request);
  }
}
