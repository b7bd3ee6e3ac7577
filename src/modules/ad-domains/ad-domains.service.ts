import { Injectable } from '@nestjs/common';
import { Clock } from '../../common/clock.js';
import { NotFoundError } from '../../common/errors.js';
import { timeRange } from '../../http/input/time-range.js';
import type { JsonText } from '../../http/json-text.js';
import type { RecordTimesRequest } from '../../http/list/record-times-list.js';
import type { AdDomainListRequest } from './ad-domains.list.js';
import { AdDomainsRepository } from './ad-domains.repository.js';

/** The domains of Active Directory that the graph has or had, and how complete their data were over time. */
@Injectable()
export class AdDomainsService {
  constructor(
    private readonly domains: AdDomainsRepository,
    private readonly clock: Clock,
  ) {}

  list(request: AdDomainListRequest): Promise<JsonText> {
    return this.domains.listPage(request);
  }

  /**
   * @param range what the client gave of it
   * @throws InvalidInputError where the range would end before it starts; NotFoundError for a domain that was never seen
   */
  async listDataQuality(
    domainId: string,
    range: { readonly start: Date | undefined; readonly end: Date | undefined },
    request: RecordTimesRequest,
  ): Promise<JsonText> {
    const { start, end } = timeRange(range.start, range.end, this.clock.now());
    if (!(await this.domains.exists(domainId))) {
      throw new NotFoundError('path.domain_id', `there is no domain ${JSON.stringify(domainId)}`);
    }
    return this.domains.listDataQuality(domainId, { start, end }, request);
  }
}
