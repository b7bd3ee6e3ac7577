import { Injectable } from '@nestjs/common';
import { cloudTenant } from '../../analysis/data-quality/environment-type.js';
import { Clock } from '../../common/clock.js';
import { EnvironmentsService } from '../../environments/environments.service.js';
import type { TenantColumn } from './tenants.list.js';
import { TenantsRepository } from './tenants.repository.js';

/** The cloud tenants that were ever collected. */
@Injectable()
export class TenantsService extends EnvironmentsService<TenantColumn> {
  constructor(tenants: TenantsRepository, clock: Clock) {
    super(cloudTenant, tenants, clock);
  }
}
