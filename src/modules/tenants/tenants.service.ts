import { Injectable } from '@nestjs/common';
import { Clock } from '../../common/clock.js';
import { NotFoundError } from '../../common/errors.js';
import { timeRange } from '../../http/input/time-range.js';
import type { JsonText } from '../../http/json-text.js';
import type { RecordTimesRequest } from '../../http/list/record-times-list.js';
import type { TenantListRequest } from './tenants.list.js';
import { TenantsRepository } from './tenants.repository.js';

/** The cloud tenants that were ever collected, and how complete their data were over time. */
@Injectable()
export class TenantsService {
  constructor(
    private readonly tenants: TenantsRepository,
    private readonly clock: Clock,
  ) {}

  list(request: TenantListRequest): Promise<JsonText> {
    return this.tenants.listPage(request);
  }

  /**
   * @param range what the client gave of it
   * @throws InvalidInputError where the range would end before it starts; NotFoundError for a tenant that was never seen
   */
  async listDataQuality(
    tenantId: string,
    range: { readonly start: Date | undefined; readonly end: Date | undefined },
    request: RecordTimesRequest,
  ): Promise<JsonText> {
    const { start, end } = timeRange(range.start, range.end, this.clock.now());
    if (!(await this.tenants.exists(tenantId))) {
      throw new NotFoundError('path.tenant_id', `there is no tenant ${JSON.stringify(tenantId)}`);
    }
    return this.tenants.listDataQuality(tenantId, { start, end }, request);
  }
}
