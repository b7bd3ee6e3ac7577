import { Injectable } from '@nestjs/common';
import { Clock } from '../../base/clock.js';
import { EnvironmentsService } from '../environments/environments.service.js';
import type { DomainColumn } from './domains.list.js';
import { DomainsRepository } from './domains.repository.js';

/** The domains of Active Directory that the graph has or had. */
@Injectable()
export class DomainsService extends EnvironmentsService<DomainColumn> {
  constructor(
    protected readonly environments: DomainsRepository,
    clock: Clock,
  ) {
    super(clock);
  }
}
