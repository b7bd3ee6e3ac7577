import Table from 'cli-table3';
import { visible } from './terminal.js';

export type Cell = string | number;

/** The width if the terminal does not report one, and the minimum. */
const [USUAL_WIDTH, LEAST_WIDTH] = [80, 40];
/** The minimum width of a column with names. */
const LEAST_NAME = 12;

/** The width of a text for a terminal with so many columns. */
export function textWidth(columns = USUAL_WIDTH): number {
  return Math.max(columns, LEAST_WIDTH);
}

/** Wraps titles and then texts if the table is wider than `width`: the widest column of texts first. */
export function table(head: readonly string[], rows: readonly (readonly Cell[])[], width: number): string {
  const asItIs = drawn(head, rows);
  if (widthOf(asItIs) <= width) return asItIs;
  const inLines = head.map((title, index) => (index === 0 ? title : title.replaceAll(' ', '\n')));
  const narrow = drawn(inLines, rows);
  const isText = head.map((_, index) => typeof rows[0]?.[index] !== 'number');
  return drawn(inLines, rows, narrowed(columnWidths(narrow), isText, widthOf(narrow) - width));
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

function narrowed(widths: readonly number[], isText: readonly boolean[], excess: number): number[] {
  const result = [...widths];
  for (let rest = excess; rest > 0; rest--) {
    const widest = Math.max(...result.filter((_, index) => isText[index]));
    if (widest <= LEAST_NAME) break;
    result[result.findIndex((width, index) => isText[index] && width === widest)] = widest - 1;
  }
  return result;
}
