import { Injectable } from '@nestjs/common';
import type { AvailableDomainListRequest } from './available-domains.list.js';
import { type AvailableDomain, AvailableDomainsRepository } from './available-domains.repository.js';

@Injectable()
export class AvailableDomainsService {
  constructor(private readonly domains: AvailableDomainsRepository) {}

  list(request: AvailableDomainListRequest): Promise<AvailableDomain[]> {
    return this.domains.list(request);
  }
}
