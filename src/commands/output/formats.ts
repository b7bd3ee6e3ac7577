import { UsageError } from '../failure.js';
import { type Rows, table, tabSeparated } from './tables.js';
import type { Look, Terminal } from '../terminal.js';

export type Format = 'table' | 'json' | 'csv' | 'tsv';

export interface FormatOptions {
  readonly json?: true;
  readonly csv?: true;
  readonly tsv?: true;
}

/** @throws Error if two are given */
export function formatOf(options: FormatOptions): Format {
  const [format = 'table', other] = (['json', 'csv', 'tsv'] as const).filter((name) => options[name]);
  if (other) throw new UsageError(`--${format} and --${other} exclude each other`);
  return format;
}

/** The Accept header for a format. */
export function mediaTypeOf(format: Format): string {
  return format === 'csv' ? 'text/csv' : 'application/json';
}

export function rowsText(rows: Rows, format: Format, look: Look): string {
  return format === 'tsv' ? tabSeparated(rows) : table(rows, look);
}

/** Prints an answer in the formats that the service writes. @returns false for a format that it does not write */
export function printedAsSent(terminal: Pick<Terminal, 'print'>, answer: string, format: Format): boolean {
  if (format !== 'json' && format !== 'csv') return false;
  terminal.print(answer.trimEnd());
  return true;
}

/** Rows that are asked for if no number is given. */
export const usualRows = 10;

/** The rows to ask for; undefined: all. */
export function rowLimit(given: number | undefined, format: Format): number | undefined {
  return given ?? (format === 'csv' ? undefined : usualRows);
}
