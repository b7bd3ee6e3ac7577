import type { Clock } from '../../base/clock.js';
import { NotFoundError } from '../../base/errors.js';
import { timeRange } from '../../http/input/time-range.js';
import type { JsonText } from '../../http/json-text.js';
import type { ListRequest } from '../../http/list/list-description.js';
import type { RecordTimesRequest } from '../../http/list/record-times-list.js';
import type { EnvironmentsRepository } from './environments.repository.js';

/** The environments of one type, and how complete their data were over time. */
export abstract class EnvironmentsService<ColumnName extends string> {
  protected abstract readonly environments: EnvironmentsRepository<ColumnName>;

  constructor(private readonly clock: Clock) {}

  list(request: ListRequest<ColumnName>): Promise<JsonText> {
    return this.environments.listPage(request);
  }

  /**
   * @param range what the client gave of it
   * @throws InvalidInputError where the range would end before it starts; NotFoundError for an environment that was never seen
   */
  async listDataQuality(
    id: string,
    range: { readonly start: Date | undefined; readonly end: Date | undefined },
    request: RecordTimesRequest,
  ): Promise<JsonText> {
    const { start, end } = timeRange(range.start, range.end, this.clock.now());
    if (!(await this.environments.exists(id))) {
      const { name } = this.environments.type;
      throw new NotFoundError(`path.${name}_id`, `there is no ${name} ${JSON.stringify(id)}`);
    }
    return this.environments.listDataQuality(id, { start, end }, request);
  }
}
