import { countColumns, type EnvironmentType } from '../../analysis/data-quality/environment-type.js';
import type { Database } from '../../database/database.js';
import {
  numberToken,
  objectToken,
  plainTextToken,
  recordTokens,
  textToken,
  timeToken,
} from '../../database/json-token.js';
import type { TimeRange } from '../../http/input/time-range.js';
import type { JsonText } from '../../http/json-text.js';
import type { ListDescription, ListRequest } from '../../http/list/list-description.js';
import { listPage } from '../../http/list/list-page.js';
import { recordTimesList, type RecordTimesRequest } from '../../http/list/record-times-list.js';
import { environmentCountsSql, environmentExistsSql, environmentsSql } from './environment-sql.js';

/** What the repository of one type of environment reads: the type, how its list is asked for, and how one looks on the wire. */
export interface EnvironmentSource<ColumnName extends string> {
  readonly type: EnvironmentType;
  readonly list: ListDescription<ColumnName>;
  /** Token (src/database/json-token.ts) of one environment. */
  readonly item: string;
}

/** Reads the environments of one type and their statistics, as JSON that PostgreSQL writes. */
export abstract class EnvironmentsRepository<ColumnName extends string> {
  private readonly stat: string;

  constructor(
    private readonly database: Database,
    private readonly source: EnvironmentSource<ColumnName>,
  ) {
    const { type } = source;
    this.stat = objectToken({
      ...recordTokens('d'),
      [type.id]: textToken(`d.${type.id}`),
      ...Object.fromEntries(countColumns(type).map((name) => [name, numberToken(`d.${name}`)])),
      run_id: plainTextToken('d.run_id'),
    });
  }

  get type(): EnvironmentType {
    return this.source.type;
  }

  listPage(request: ListRequest<ColumnName>): Promise<JsonText> {
    const { type, list, item } = this.source;
    return listPage(this.database, list, request, { from: environmentsSql(type), item });
  }

  async exists(id: string): Promise<boolean> {
    const [row] = await this.database.prepared<{ exists: boolean }>(environmentExistsSql(this.source.type), [id]);
    return row?.exists === true;
  }

  /** One page of the statistics made within the range; `start` and `end` stand in the envelope. */
  listDataQuality(id: string, { start, end }: TimeRange, request: RecordTimesRequest): Promise<JsonText> {
    return listPage(this.database, recordTimesList, request, {
      from: environmentCountsSql(this.source.type),
      item: this.stat,
      values: [id, start.toISOString(), end.toISOString()],
      more: { start: timeToken('$2::timestamptz'), end: timeToken('$3::timestamptz') },
    });
  }
}
