import type { Column } from './columns.js';
import type { Predicate } from './value-kinds.js';

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
