import type { Predicate, ValueKindName } from './value-kinds.js';

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

/** A list that can be filtered, sorted and paged; it drives validation, SQL and the OpenAPI document. */
export interface ListDescription<ColumnName extends string = string, FlagName extends string = string> {
  readonly columns: Readonly<Record<ColumnName, Column>>;
  /** As `sort_by` would say it: `-end_time`. */
  readonly defaultSort: readonly string[];
  /** SQL expression of the unique column that orders what the sort leaves equal. */
  readonly tieBreaker: string;
  readonly defaultLimit: number;
  /** Boolean parameters beside the filters, with their defaults. */
  readonly flags: Readonly<Record<FlagName, boolean>>;
}

/** Most rows that one page may have. */
export const maxLimit = 10_000;

/** Completes a description with the defaults of the house: 100 rows a page, no flags. */
export function describeList<ColumnName extends string, FlagName extends string = never>(
  description: Pick<ListDescription<ColumnName, FlagName>, 'columns' | 'defaultSort' | 'tieBreaker'> &
    Partial<Pick<ListDescription<ColumnName, FlagName>, 'defaultLimit' | 'flags'>>,
): ListDescription<ColumnName, FlagName> {
  const noFlags = {} satisfies Partial<Record<FlagName, boolean>>;
  return { defaultLimit: 100, flags: noFlags as Record<FlagName, boolean>, ...description };
}

/** What a client asks of a list, after it was checked. */
export interface ListRequest<ColumnName extends string = string, FlagName extends string = string> {
  readonly filters: readonly Filter<ColumnName>[];
  readonly order: readonly Order<ColumnName>[];
  readonly skip: number;
  readonly limit: number;
  readonly flags: Readonly<Record<FlagName, boolean>>;
}

/** A null value asks whether the column is null. */
export interface Filter<ColumnName extends string = string> {
  readonly column: ColumnName;
  readonly predicate: Predicate;
  readonly value: string | null;
}

export interface Order<ColumnName extends string = string> {
  readonly column: ColumnName;
  readonly descending: boolean;
}

/** Records (RecordDto) of a table with the alias `d` that are sorted by their times alone, the newest first. */
export const recordTimesList = describeList({
  columns: {
    created_at: column.timestamp('d.created_at', 'sort'),
    updated_at: column.timestamp('d.updated_at', 'sort'),
  },
  defaultSort: ['-created_at'],
  tieBreaker: 'd.id',
});

export type RecordTimesRequest = ListRequest<keyof typeof recordTimesList.columns>;
