import { Injectable } from '@nestjs/common';
import { adDomain, countColumns, type EnvironmentType } from '../../analysis/data-quality/environment-type.js';
import { Database, oneRow } from '../../database/database.js';
import { timeToken } from '../../database/sql/json-token.js';
import type { TimeRange } from '../../http/input/date-time.js';
import type { JsonText } from '../../http/json-text.js';
import { recordTimesList, type RecordTimesRequest } from '../../http/list/list-description.js';
import { listPage } from '../../http/list/list-page.js';
import { type CompletenessDto, domainsQualityShape, tenantsQualityShape } from './platform-quality.fields.js';

const tokens = { domain: domainsQualityShape.token, tenant: tenantsQualityShape.token };

const shares = ['session_completeness', 'local_group_completeness'];

const completenessOfRun = `
  SELECT coalesce(avg(local_group_completeness), 0) AS "LocalGroupCompleteness",
    coalesce(avg(session_completeness), 0) AS "SessionCompleteness"
  FROM ${adDomain.table} WHERE run_id = $1::uuid`;

/** Reads the data quality of all domains or tenants together: one row for each analysis. */
@Injectable()
export class PlatformQualityRepository {
  constructor(private readonly database: Database) {}

  /** Returns one page within the range. The envelope contains `start` and `end`. */
  listPage(type: EnvironmentType, { start, end }: TimeRange, request: RecordTimesRequest): Promise<JsonText> {
    return listPage(this.database, recordTimesList, request, {
      from: runsSql(type),
      item: tokens[type.name],
      values: [start.toISOString(), end.toISOString()],
      more: { start: timeToken('$1::timestamptz'), end: timeToken('$2::timestamptz') },
    });
  }

  /** @returns zeros for a run without domains */
  async completeness(runId: string): Promise<CompletenessDto> {
    return oneRow(await this.database.query<CompletenessDto>(completenessOfRun, [runId]));
  }
}

/** FROM clause with the alias `d`: the runs from $1 (inclusive) to $2 (exclusive). All rows of a run have its time. */
function runsSql(type: EnvironmentType): string {
  const columns = countColumns(type).map((name) => `${shares.includes(name) ? 'avg' : 'sum'}(${name}) AS ${name}`);
  return `(SELECT min(id) AS id, created_at, updated_at, NULL::timestamptz AS deleted_at, run_id,
      count(*) AS environments, ${columns.join(', ')}
    FROM ${type.table} WHERE created_at >= $1::timestamptz AND created_at < $2::timestamptz
    GROUP BY run_id, created_at, updated_at) d`;
}
