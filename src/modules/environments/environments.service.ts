import { Injectable } from '@nestjs/common';
import { Clock } from '../../base/clock.js';
import { NotFoundError } from '../../base/errors.js';
import { type AskedRange, timeRange } from '../../http/input/date-time.js';
import type { JsonText } from '../../http/json-text.js';
import type { ListDescription, ListRequest, RecordTimesRequest } from '../../http/list/list-description.js';
import type { PageOf } from '../../http/list/list-page.js';
import type { DomainListRequest, EnvironmentListRequest, TenantListRequest } from './environments.fields.js';
import {
  type CollectedEnvironment,
  EnvironmentsRepository,
  type EnvironmentTypeName,
  type PresentEnvironment,
} from './environments.repository.js';

export type { PresentEnvironment };

/** Lists the environments of the graph: domains of Active Directory, cloud tenants, those of extensions; and the history of their data quality. */
@Injectable()
export class EnvironmentsService {
  constructor(
    private readonly environments: EnvironmentsRepository,
    private readonly clock: Clock,
  ) {}

  listDomains(request: DomainListRequest): Promise<JsonText> {
    return this.environments.listDomains(request);
  }

  listTenants(request: TenantListRequest): Promise<JsonText> {
    return this.environments.listTenants(request);
  }

  listOfExtensions(request: EnvironmentListRequest): Promise<JsonText> {
    return this.environments.listOfExtensions(request);
  }

  /**
   * Lists the environments that are in the graph now.
   * @param list uses the columns `t.objectid`, `t.name` and `t.collected`
   */
  listPresent<C extends string>(
    list: ListDescription<C>,
    request: ListRequest<C>,
  ): Promise<PageOf<PresentEnvironment>> {
    return this.environments.listPresent(list, request);
  }

  /** The environments whose data were collected. */
  listCollected(): Promise<CollectedEnvironment[]> {
    return this.environments.listCollected();
  }

  /**
   * @param id object id; the case of letters is ignored
   * @param range start (inclusive) and end (exclusive) as the client sent them
   * @throws InvalidInputError if the range ends before it starts; NotFoundError for an environment that was never in the graph
   */
  async listDataQuality(
    type: EnvironmentTypeName,
    id: string,
    range: AskedRange,
    request: RecordTimesRequest,
  ): Promise<JsonText> {
    const applied = timeRange(range, this.clock.now());
    const known = await this.environments.findId(type, id);
    if (known === null) throw new NotFoundError(`path.${type}_id`, `there is no ${type} ${JSON.stringify(id)}`);
    return this.environments.listDataQuality(type, known, applied, request);
  }
}
