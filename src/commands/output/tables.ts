import Table from 'cli-table3';
import { type Look, styled, visible } from '../terminal.js';

/** A text that is never wrapped, so that it can be copied, such as an object id. */
interface WholeText {
  readonly whole: string;
}

export type Cell = string | number | WholeText;

/** A heading for each column, and the rows. */
export interface Rows {
  readonly head: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
}

/** The minimum width of a terminal. */
const LEAST_WIDTH = 40;
/** The minimum width of a column with names. */
const LEAST_NAME = 12;
/** The spaces beside a text in a box. */
const PADDING = 2;

/** The width of a text, by the columns of the terminal. Without a terminal, nothing is wrapped. */
export function textWidth({ columns }: Look): number {
  return columns === undefined ? Infinity : Math.max(columns, LEAST_WIDTH);
}

/** Draws a box on a terminal, and otherwise prints plain columns. */
export function table(rows: Rows, look: Look, wrapping = 0): string {
  if (look.columns === undefined) return plainColumns(rows);
  return withBoldHead(fitted(rows, textWidth(look), wrapping), look);
}

/** One line for each row, with tabs between the cells. */
export function tabSeparated({ head, rows }: Rows): string {
  return [head, ...rows].map((row) => row.map((cell) => visible(String(textOf(cell)))).join('\t')).join('\n');
}

/**
 * Wraps titles, then one column, then the other texts if the table is wider than `width`.
 * @param wrapping index of the column to wrap first
 */
function fitted({ head, rows }: Rows, width: number, wrapping: number): string {
  const asItIs = drawn({ head, rows });
  if (widthOf(asItIs) <= width) return asItIs;
  const inLines = head.map((title, index) => (index === wrapping ? title : title.replaceAll(' ', '\n')));
  const narrow = drawn({ head: inLines, rows });
  const widths = columnWidths(narrow);
  const others = [...widths.keys()].filter((index) => index !== wrapping && typeof rows[0]?.[index] !== 'number');
  for (const index of [wrapping, ...others.toSorted((one, other) => widths[other]! - widths[one]!)]) {
    const excess = sumOf(widths) - (width - widths.length - 1);
    if (excess > 0)
      widths[index] = Math.min(widths[index]!, Math.max(widths[index]! - excess, leastWidth(rows, index)));
  }
  return drawn({ head: inLines, rows }, widths);
}

function leastWidth(rows: Rows['rows'], index: number): number {
  const whole = rows.map((row) => row[index]).map((cell) => (isWhole(cell) ? cell.whole.length + PADDING : 0));
  return Math.max(LEAST_NAME, ...whole);
}

/** @param widths of the columns, including padding; their natural widths if absent */
export function drawn({ head, rows }: Rows, widths?: number[]): string {
  const made = new Table({
    ...optionsOf({ head, rows }),
    style: { head: [], border: [], compact: true },
    ...(widths && { colWidths: widths, wordWrap: true, wrapOnWordBoundary: false }),
  });
  made.push(...texts(rows));
  return made.toString();
}

const noBorders = Object.fromEntries(
  ['top', 'bottom', 'left', 'right', 'mid']
    .flatMap((place) => [place, `${place}-mid`, `${place}-left`, `${place}-right`])
    .map((name) => [name, '']),
);

function plainColumns({ head, rows }: Rows): string {
  const made = new Table({
    ...optionsOf({ head, rows }),
    chars: { ...noBorders, middle: '  ' },
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': 0, compact: true },
  });
  made.push(...texts(rows));
  return made.toString().replaceAll(/ +$/gm, '');
}

function optionsOf({ head, rows: [first = []] }: Rows) {
  return {
    head: head.map((title) => title.split('\n').map(visible).join('\n')),
    colAligns: head.map((_, index) => (typeof first[index] === 'number' ? 'right' : 'left')) satisfies (
      'left' | 'right'
    )[],
  };
}

function texts(rows: Rows['rows']): (string | number)[][] {
  return rows.map((row) => row.map(textOf).map((text) => (typeof text === 'string' ? visible(text) : text)));
}

function textOf(cell: Cell): string | number {
  return isWhole(cell) ? cell.whole : cell;
}

function isWhole(cell: Cell | undefined): cell is WholeText {
  return typeof cell === 'object';
}

/** The head is above the first line across the box. */
function withBoldHead(text: string, look: Look): string {
  const lines = text.split('\n');
  const end = lines.findIndex((line) => line.startsWith('├'));
  return lines
    .map((line, index) =>
      index > 0 && index < end ? line.replaceAll(/[^│]+/g, (title) => styled(look, 'bold', title)) : line,
    )
    .join('\n');
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
