import { needsQuotes, safeInSheet, withDoubledQuotes } from '../../base/values/csv-text.js';

/** One row of a list, as in the JSON answer. */
export type CsvRow = Readonly<Record<string, unknown>>;

/** A line of CSV (RFC 4180). */
export function csvLine(values: readonly unknown[]): string {
  return `${values.map(cellOf).join(',')}\r\n`;
}

/** The columns of rows, in the order of their first appearance; each of their `props` is a column `props.<name>`. */
export function columnsOf(rows: readonly CsvRow[]): string[] {
  return [...new Set(rows.flatMap((row) => Object.keys(flatRow(row))))];
}

/** @param columns as {@link columnsOf} names them */
export function valuesOf(row: CsvRow, columns: readonly string[]): unknown[] {
  const flat = flatRow(row);
  return columns.map((column) => flat[column]);
}

function flatRow(row: CsvRow): CsvRow {
  const { props } = row;
  if (typeof props !== 'object' || props === null || Array.isArray(props)) return row;
  const { props: _, ...others } = row;
  return { ...others, ...Object.fromEntries(Object.entries(props).map(([name, value]) => [`props.${name}`, value])) };
}

function cellOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return quoted(safeInSheet(value));
  return quoted(JSON.stringify(value));
}

function quoted(text: string): string {
  return needsQuotes(text) ? `"${withDoubledQuotes(text)}"` : text;
}
