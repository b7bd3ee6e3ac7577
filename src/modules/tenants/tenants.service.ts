import { Injectable } from '@nestjs/common';
import { Clock } from '../../base/clock.js';
import { EnvironmentsService } from '../environments/environments.service.js';
import type { TenantColumn } from './tenants.list.js';
import { TenantsRepository } from './tenants.repository.js';

/** The cloud tenants that were ever collected. */
@Injectable()
export class TenantsService extends EnvironmentsService<TenantColumn> {
  constructor(
    protected readonly environments: TenantsRepository,
    clock: Clock,
  ) {
    super(clock);
  }
}
