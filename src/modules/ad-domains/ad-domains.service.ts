import { Injectable } from '@nestjs/common';
import { Clock } from '../../common/clock.js';
import { EnvironmentsService } from '../../environments/environments.service.js';
import type { AdDomainColumn } from './ad-domains.list.js';
import { AdDomainsRepository } from './ad-domains.repository.js';

/** The domains of Active Directory that the graph has or had. */
@Injectable()
export class AdDomainsService extends EnvironmentsService<AdDomainColumn> {
  constructor(
    protected readonly environments: AdDomainsRepository,
    clock: Clock,
  ) {
    super(clock);
  }
}
