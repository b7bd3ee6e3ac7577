import type { ValueKindName } from './value-kinds.js';

/** One column of a list as clients name it. The declaration drives validation, SQL, and the OpenAPI document. */
export interface Column {
  readonly kind: ValueKindName;
  /** SQL expression of the column. */
  readonly sql: string;
  readonly sortable: boolean;
  readonly filterable: boolean;
  /** Nullable columns take `eq:null` and `neq:null`. */
  readonly nullable: boolean;
  /** All that the column can hold, where that is known: another value is a mistake of who asks for it. */
  readonly values?: readonly string[];
}

export type ColumnUse = 'sort' | 'filter' | 'nullable';

function columnOf(kind: ValueKindName): (sql: string, ...uses: readonly ColumnUse[]) => Column {
  return (sql, ...uses) => ({
    kind,
    sql,
    sortable: uses.includes('sort'),
    filterable: uses.includes('filter'),
    nullable: uses.includes('nullable'),
  });
}

function choiceOf(values: readonly string[]): ReturnType<typeof columnOf> {
  return (sql, ...uses) => ({ ...columnOf('string')(sql, ...uses), values });
}

/** `column.string('job.name', 'sort', 'filter')`; `column.choice(jobStatuses)('job.status', 'sort', 'filter')` */
export const column = {
  string: columnOf('string'),
  /** A text that is one of a few. */
  choice: choiceOf,
  boolean: columnOf('boolean'),
  uuid: columnOf('uuid'),
  integer: columnOf('integer'),
  timestamp: columnOf('timestamp'),
};
