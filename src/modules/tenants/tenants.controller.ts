import { Get } from '@nestjs/common';
import { Allow } from '../../auth/allow.decorator.js';
import { DataQualityOperation, RangeEnd, RangeStart } from '../environments/data-quality.decorators.js';
import { PathText } from '../../http/input/path-parameter.decorator.js';
import type { JsonText } from '../../http/json-text.js';
import { ListQuery } from '../../http/list/list-query.decorator.js';
import { recordTimesList, type RecordTimesRequest } from '../../http/list/record-times-list.js';
import { ApiController } from '../../http/openapi/api-controller.decorator.js';
import { Operation, pageOf } from '../../http/openapi/operation.decorator.js';
import { TenantDataQualityDto } from './dto/tenant-data-quality.dto.js';
import { TenantDto } from './dto/tenant.dto.js';
import { tenantList, type TenantListRequest } from './tenants.list.js';
import { TenantsService } from './tenants.service.js';

@ApiController('cloud-tenants', 'cloud tenants')
export class TenantsController {
  constructor(private readonly service: TenantsService) {}

  @Get()
  @Allow('graph:read')
  @Operation({ summary: 'List cloud tenants', answer: pageOf(TenantDto) })
  list(@ListQuery(tenantList) request: TenantListRequest): Promise<JsonText> {
    return this.service.list(request);
  }

  @Get(':tenant_id/data-quality-stats')
  @Allow('graph:read')
  @DataQualityOperation('a cloud tenant', TenantDataQualityDto)
  listDataQuality(
    @PathText('tenant_id', 'Id of the tenant; upper and lower case are the same.') tenantId: string,
    @RangeStart() start: Date | undefined,
    @RangeEnd() end: Date | undefined,
    @ListQuery(recordTimesList) request: RecordTimesRequest,
  ): Promise<JsonText> {
    return this.service.listDataQuality(tenantId, { start, end }, request);
  }
}
