import { Get, type Type } from '@nestjs/common';
import { Allow } from '../../auth/allow.decorator.js';
import { PathText } from '../../http/input/path.decorators.js';
import { QueryDateTime } from '../../http/input/query.decorators.js';
import type { JsonText } from '../../http/json-text.js';
import { ListQuery } from '../../http/list/list-query.decorator.js';
import { recordTimesList, type RecordTimesRequest } from '../../http/list/list-description.js';
import { ApiController } from '../../http/openapi/api-controller.decorator.js';
import { Operation, pageOf } from '../../http/openapi/operation.decorator.js';
import { DomainDataQualityDto, DomainDto, TenantDataQualityDto, TenantDto } from './environments.dto.js';
import { domainList, type DomainListRequest, tenantList, type TenantListRequest } from './environments.list.js';
import { EnvironmentsService } from './environments.service.js';

const time = { type: 'string', format: 'date-time' } as const;

const DataQualityOperation = (environment: string, row: Type) =>
  Operation({
    summary: `List the data quality statistics of ${environment}`,
    description:
      'Returns one row for each analysis, newest first. `start` and `end` in the response are the range that was applied.',
    answer: pageOf(row, { start: time, end: time }),
    errors: [404],
  });

const RangeStart = () => QueryDateTime('start', 'Start of the range, inclusive. The default is now minus 30 days.');
const RangeEnd = () => QueryDateTime('end', 'End of the range, exclusive. The default is now.');

@ApiController('ad-domains', 'domains')
export class DomainsController {
  constructor(private readonly service: EnvironmentsService) {}

  @Get()
  @Allow('graph:read')
  @Operation({ summary: 'List the domains of Active Directory', answer: pageOf(DomainDto) })
  list(@ListQuery(domainList) request: DomainListRequest): Promise<JsonText> {
    return this.service.listDomains(request);
  }

  @Get(':domain_id/data-quality-stats')
  @Allow('graph:read')
  @DataQualityOperation('a domain', DomainDataQualityDto)
  listDataQuality(
    @PathText('domain_id', 'Object id (SID) of the domain. The case of letters is ignored.') domainId: string,
    @RangeStart() start: Date | undefined,
    @RangeEnd() end: Date | undefined,
    @ListQuery(recordTimesList) request: RecordTimesRequest,
  ): Promise<JsonText> {
    return this.service.listDataQuality('domain', domainId, { start, end }, request);
  }
}

@ApiController('cloud-tenants', 'cloud tenants')
export class TenantsController {
  constructor(private readonly service: EnvironmentsService) {}

  @Get()
  @Allow('graph:read')
  @Operation({ summary: 'List cloud tenants', answer: pageOf(TenantDto) })
  list(@ListQuery(tenantList) request: TenantListRequest): Promise<JsonText> {
    return this.service.listTenants(request);
  }

  @Get(':tenant_id/data-quality-stats')
  @Allow('graph:read')
  @DataQualityOperation('a cloud tenant', TenantDataQualityDto)
  listDataQuality(
    @PathText('tenant_id', 'Id of the tenant. The case of letters is ignored.') tenantId: string,
    @RangeStart() start: Date | undefined,
    @RangeEnd() end: Date | undefined,
    @ListQuery(recordTimesList) request: RecordTimesRequest,
  ): Promise<JsonText> {
    return this.service.listDataQuality('tenant', tenantId, { start, end }, request);
  }
}
