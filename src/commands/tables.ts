import Table from 'cli-table3';
import { visible } from './terminal.js';

export type Cell = string | number;

/** The width if the terminal does not report one, and the minimum. */
const [USUAL_WIDTH, LEAST_WIDTH] = [80, 40];
/** The minimum width of a column with names. */
const LEAST_NAME = 12;

/** The width of a text, by the columns of the terminal. */
export function textWidth(columns = USUAL_WIDTH): number {
  return Math.max(columns, LEAST_WIDTH);
}

/**
 * Wraps titles, then one column, then the other texts if the table is wider than `width`.
 * @param wrapping index of the column to wrap first
 */
export function table(
  head: readonly string[],
  rows: readonly (readonly Cell[])[],
  width: number,
  wrapping = 0,
): string {
  const asItIs = drawn(head, rows);
  if (widthOf(asItIs) <= width) return asItIs;
  const inLines = head.map((title, index) => (index === wrapping ? title : title.replaceAll(' ', '\n')));
  const narrow = drawn(inLines, rows);
  const widths = columnWidths(narrow);
  const others = [...widths.keys()].filter((index) => index !== wrapping && typeof rows[0]?.[index] === 'string');
  for (const index of [wrapping, ...others.toSorted((one, other) => widths[other]! - widths[one]!)]) {
    const excess = sumOf(widths) - (width - widths.length - 1);
    if (excess > 0) widths[index] = Math.min(widths[index]!, Math.max(widths[index]! - excess, LEAST_NAME));
  }
  return drawn(inLines, rows, widths);
}

/** @param widths of the columns, including padding; their natural widths if absent */
export function drawn(head: readonly string[], rows: readonly (readonly Cell[])[], widths?: number[]): string {
  const firstRow = rows[0] ?? [];
  const made = new Table({
    head: head.map((title) => title.split('\n').map(visible).join('\n')),
    style: { head: [], border: [], compact: true },
    colAligns: head.map((_, index) => (typeof firstRow[index] === 'number' ? 'right' : 'left')),
    ...(widths && { colWidths: widths, wordWrap: true, wrapOnWordBoundary: false }),
  });
  made.push(...rows.map((row) => row.map((cell) => (typeof cell === 'string' ? visible(cell) : cell))));
  return made.toString();
}

/** The width of the border, whose characters are one column wide. */
export function widthOf(text: string): number {
  return text.indexOf('\n');
}

/** Reads the widths from the border above the table. */
function columnWidths(text: string): number[] {
  return text
    .slice(1, widthOf(text) - 1)
    .split('┬')
    .map(({ length }) => length);
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0);
}

/** `512 B`, `1.5 GB` */
export function bytesText(bytes: number): string {
  const unit = units.findLast(([size]) => bytes >= size);
  return unit ? `${(bytes / unit[0]).toFixed(1)} ${unit[1]}` : `${bytes} B`;
}

const units = [
  [1e3, 'kB'],
  [1e6, 'MB'],
  [1e9, 'GB'],
  [1e12, 'TB'],
] as const;
