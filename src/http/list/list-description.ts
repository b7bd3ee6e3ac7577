import type { Poll, PolledTable } from './polling.js';
import type { Predicate, ValueTypeName } from './value-types.js';

/** One column of a list. Validation, SQL and the OpenAPI document derive from it. */
export interface Column {
  readonly type: ValueTypeName;
  /** SQL expression of the column. */
  readonly sql: string;
  readonly sortable: boolean;
  readonly filterable: boolean;
  /** Nullable columns accept `eq:null` and `neq:null`. */
  readonly nullable: boolean;
  /** All possible values, if they are known. A filter by another value is refused. */
  readonly values?: readonly string[];
  /** SQL expression by which the column is sorted, if it is not `sql`. */
  readonly sortSql?: string;
}

export type ColumnUse = 'sort' | 'filter' | 'nullable';

function columnOf(type: ValueTypeName): (sql: string, ...uses: readonly ColumnUse[]) => Column {
  return (sql, ...uses) => ({
    type,
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
  /** One of a few texts. */
  choice: choiceOf,
  boolean: columnOf('boolean'),
  uuid: columnOf('uuid'),
  integer: columnOf('integer'),
  timestamp: columnOf('timestamp'),
};

/** A list with filters, sorting and pages. Validation, SQL and the OpenAPI document derive from it. */
export interface ListDescription<ColumnName extends string = string, FlagName extends string = string> {
  readonly columns: Readonly<Record<ColumnName, Column>>;
  /** In the form of `sort_by`: `-end_time`. */
  readonly defaultSort: readonly string[];
  /** SQL expression of the unique column that orders equal rows. */
  readonly tieBreaker: string;
  readonly defaultLimit: number;
  /** Boolean parameters that are not filters, with their defaults. */
  readonly flags: Readonly<Record<FlagName, boolean>>;
  /** Of lists that programs poll by `cursor` and `since`. */
  readonly polled?: PolledTable;
}

/** Most rows of a page. */
export const maxLimit = 10_000;

/** Defines a list. Default: 100 rows a page, no flags. */
export function describeList<ColumnName extends string, FlagName extends string = never>(
  description: Pick<ListDescription<ColumnName, FlagName>, 'columns' | 'defaultSort' | 'tieBreaker'> &
    Partial<Pick<ListDescription<ColumnName, FlagName>, 'defaultLimit' | 'flags' | 'polled'>>,
): ListDescription<ColumnName, FlagName>;
export function describeList(description: object): object {
  return { defaultLimit: 100, flags: {}, ...description };
}

export interface Page {
  readonly skip: number;
  readonly limit: number;
}

/** The validated parameters of a list. */
export interface ListRequest<ColumnName extends string = string, FlagName extends string = string> extends Page {
  readonly filters: readonly Filter<ColumnName>[];
  readonly order: readonly Order<ColumnName>[];
  readonly flags: Readonly<Record<FlagName, boolean>>;
  /** Set if the list is polled. */
  readonly poll?: Poll | undefined;
}

/** A filter of a list. A value of `null` means `IS NULL` for `eq` and `IS NOT NULL` for `neq`. */
export interface Filter<ColumnName extends string = string> {
  readonly column: ColumnName;
  readonly predicate: Predicate;
  readonly value: string | null;
}

export interface Order<ColumnName extends string = string> {
  readonly column: ColumnName;
  readonly descending: boolean;
}

/** A list that can be sorted only by the times of its rows (RecordDto), the newest first. The alias of the table is `d`. */
export const recordTimesList = describeList({
  columns: {
    created_at: column.timestamp('d.created_at', 'sort'),
    updated_at: column.timestamp('d.updated_at', 'sort'),
  },
  defaultSort: ['-created_at'],
  tieBreaker: 'd.id',
});

export type RecordTimesRequest = ListRequest<keyof typeof recordTimesList.columns>;
