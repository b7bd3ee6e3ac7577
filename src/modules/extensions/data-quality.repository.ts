import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import { timeToken } from '../../database/sql/json-token.js';
import type { TimeRange } from '../../http/input/date-time.js';
import type { JsonText } from '../../http/json-text.js';
import { recordTimesList, type RecordTimesRequest } from '../../http/list/list-description.js';
import { listPage } from '../../http/list/list-page.js';
import { countShape, sumShape } from './data-quality.fields.js';
import { kindsPerExtension } from './extension-kinds.js';

/** FROM clause with the alias `d`: the counts in the environment $3 from $1 (inclusive) to $2 (exclusive). */
const counts = `(SELECT * FROM data_quality_count
  WHERE environment = $3 AND created_at >= $1::timestamptz AND created_at < $2::timestamptz) d`;

/** FROM clause with the alias `d`: the same in all environments whose kind has the id $3. */
const sums = `(SELECT min(c.id) AS id, c.created_at, c.updated_at, NULL::timestamptz AS deleted_at, c.run_id, c.extension_id,
    c.environment_kind, c.metric_type, c.kind, sum(c.count) AS count
  FROM data_quality_count c JOIN extension e ON e.id = c.extension_id
  WHERE c.extension_id = $3::int / ${kindsPerExtension}
    AND c.environment_kind = e.model -> 'nodeKinds' ->> ($3::int % ${kindsPerExtension} - 1)
    AND c.created_at >= $1::timestamptz AND c.created_at < $2::timestamptz
  GROUP BY c.created_at, c.updated_at, c.run_id, c.extension_id, c.environment_kind, c.metric_type, c.kind) d`;

/** Reads what analyses counted in the environments of extensions. */
@Injectable()
export class DataQualityRepository {
  constructor(private readonly database: Database) {}

  /** Whether anything was ever counted there. */
  async hasCounts(environment: string): Promise<boolean> {
    const find = 'SELECT FROM data_quality_count WHERE environment = $1 LIMIT 1';
    return (await this.database.prepared(find, [environment])).length > 0;
  }

  list(environment: string, range: TimeRange, request: RecordTimesRequest): Promise<JsonText> {
    return this.page(counts, countShape.token, range, environment, request);
  }

  /** @param kind id of the kind of the environments */
  listSums(kind: number, range: TimeRange, request: RecordTimesRequest): Promise<JsonText> {
    return this.page(sums, sumShape.token, range, kind, request);
  }

  private page(
    from: string,
    item: string,
    { start, end }: TimeRange,
    of: string | number,
    request: RecordTimesRequest,
  ): Promise<JsonText> {
    return listPage(this.database, recordTimesList, request, {
      from,
      item,
      values: [start.toISOString(), end.toISOString(), of],
      more: { start: timeToken('$1::timestamptz'), end: timeToken('$2::timestamptz') },
    });
  }
}
