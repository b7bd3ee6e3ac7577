import { UsageError } from '../failure.js';
import { table, textWidth } from '../tables.js';
import { wrapped } from '../terminal.js';
import type { Hit } from './node-by-name.js';

type Format = 'table' | 'json' | 'csv';

export interface FormatOptions {
  readonly json?: true;
  readonly csv?: true;
}

/** @throws Error if both are given */
export function formatOf({ json, csv }: FormatOptions): Format {
  if (json && csv) throw new UsageError('--json and --csv exclude each other');
  if (json) return 'json';
  return csv ? 'csv' : 'table';
}

/** The Accept header for a format. */
export function mediaTypeOf(format: Format): string {
  return format === 'csv' ? 'text/csv' : 'application/json';
}

/** A page of a list of the service. */
export interface Page<Item> {
  readonly count: number;
  readonly data: readonly Item[];
}

/** Tier zero has a column if it has one of the objects. */
export function hitsTable({ count, data }: Page<Hit>, columns: number | undefined): string {
  const hasTierZero = data.some((hit) => hit.tier_zero);
  const rows = data.map(({ name, type, tier_zero: isTierZero, objectid }) => [
    name,
    type,
    ...(hasTierZero ? [isTierZero ? 'yes' : ''] : []),
    objectid,
  ]);
  return pageText(['name', 'kind', ...(hasTierZero ? ['tier zero'] : []), 'object id'], rows, count, columns);
}

/** An item of a list of entities. */
export interface ListedEntity {
  readonly objectID: string;
  readonly name: string;
  readonly label: string;
}

export function entitiesTable({ count, data }: Page<ListedEntity>, columns: number | undefined): string {
  const rows = data.map(({ name, label, objectID }) => [name, label, objectID]);
  return pageText(['name', 'kind', 'object id'], rows, count, columns);
}

/** @param rows at least one */
function pageText(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  count: number,
  columns: number | undefined,
): string {
  const width = textWidth(columns);
  const shown = table(head, rows, width);
  if (rows.length >= count) return shown;
  const numbers = `${rows.length.toLocaleString('en')} of ${count.toLocaleString('en')}`;
  return `${shown}\n${wrapped(`${numbers}; --limit prints more, --csv all`, width)}`;
}
