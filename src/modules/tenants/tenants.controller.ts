import { Get } from '@nestjs/common';
import { Allow } from '../../auth/allow.decorator.js';
import { PathText } from '../../http/input/path.decorators.js';
import type { AskedRange } from '../../http/input/date-time.js';
import { QueryRange } from '../../http/input/query.decorators.js';
import type { JsonText } from '../../http/json-text.js';
import { recordTimesList, type RecordTimesRequest } from '../../http/list/list-description.js';
import { ListQuery } from '../../http/list/list-query.decorator.js';
import { ApiController } from '../../http/openapi/api-controller.decorator.js';
import { Operation, pageOf } from '../../http/openapi/operation.decorator.js';
import { DataQualityOperation } from '../environments/environments.decorators.js';
import {
  tenantList,
  type TenantListRequest,
  tenantQualityShape,
  tenantShape,
} from '../environments/environments.fields.js';
import { EnvironmentsService } from '../environments/environments.service.js';

@ApiController('cloud-tenants', 'cloud tenants')
export class TenantsController {
  constructor(private readonly service: EnvironmentsService) {}

  @Get()
  @Allow('graph:read', 'seen')
  @Operation({ summary: 'List cloud tenants', answer: pageOf(tenantShape.dto) })
  list(@ListQuery(tenantList) request: TenantListRequest): Promise<JsonText> {
    return this.service.listTenants(request);
  }

  @Get(':tenant_id/data-quality-stats')
  @Allow('graph:read', 'seen')
  @DataQualityOperation('a cloud tenant', tenantQualityShape.dto)
  listDataQuality(
    @PathText('tenant_id', 'Id of the tenant. The case of letters is ignored.') tenantId: string,
    @QueryRange() range: AskedRange,
    @ListQuery(recordTimesList) request: RecordTimesRequest,
  ): Promise<JsonText> {
    return this.service.listDataQuality('tenant', tenantId, range, request);
  }
}
