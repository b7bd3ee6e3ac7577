import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { go, linkWith } from '../base/address.js';
import { useKeys } from '../base/keys.js';
import { number } from '../base/format.js';
import { Button, Moment, ObjectLink, type ObjectLinkProps } from '../base/parts.js';
import { PAGE, type Rows } from './use-rows.js';
import { visibleRange } from './visible-range.js';
import './table.css';

/** Pixels; styles.css has the same height. */
const ROW = 36;

export interface Column<Row> {
  readonly title: string;
  /** The property that the cell shows and the list is sorted by. */
  readonly name?: keyof Row & string;
  /** What the cell shows instead. */
  readonly cell?: (row: Row) => ComponentChildren;
  /** The name in `sort_by`, by default `name`. Without both, the list can't be sorted by the column. */
  readonly sort?: string;
  /** Names of the values. */
  readonly texts?: Readonly<Record<string, string>>;
  /** Whether the property is a time. */
  readonly isTime?: boolean;
  /** Makes the value a link. */
  readonly link?: (row: Row) => string;
  /** Filters the list by the property: by a part of it, or by one of `texts`. */
  readonly filter?: 'part' | 'choice';
  /** Left out on narrow screens. */
  readonly isExtra?: boolean;
  /** Digits below each other. */
  readonly isNumber?: boolean;
  /** Of the width, as in `grid-template-columns`; by default `1fr`. */
  readonly width?: string;
}

/** What a cell shows. */
function cellOf<Row>({ name, cell, texts, isTime, link }: Column<Row>, row: Row): ComponentChildren {
  if (cell) return cell(row);
  const value: unknown = name && row[name];
  const shown = isTime ? <Moment time={timeIn(value)} /> : <bdi>{textOf(value, texts)}</bdi>;
  return link ? <a href={link(row)}>{shown}</a> : shown;
}

function textOf(value: unknown, texts: Readonly<Record<string, string>> = {}): string {
  const named = Object.entries(texts).find(([name]) => name === String(value));
  if (named) return named[1];
  if (typeof value === 'number') return number(value);
  return typeof value === 'string' ? value : '';
}

/** @param value RFC 3339, or an object with such a `time` */
function timeIn(value: unknown): string | null {
  if (typeof value === 'object' && value !== null && 'time' in value) return timeIn(value.time);
  return typeof value === 'string' ? value : null;
}

/** A column of links to objects. @param more of the column, such as its order */
export function objectColumn<Row>(
  title: string,
  objectOf: (row: Row) => ObjectLinkProps,
  more: Partial<Column<Row>> = {},
): Column<Row> {
  return { title, width: '2fr', cell: (row) => <ObjectLink {...objectOf(row)} />, ...more };
}

interface TableProps<Row> {
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: Rows<Row>;
  /** `sort_by` of the address, such as `-name`. */
  readonly sort?: string | undefined;
}

/** A table of any length: only the rows that can be seen are in the document. The first cell of a row has its link. */
export function Table<Row>({ label, columns, rows, sort }: TableProps<Row>) {
  const box = useRef<HTMLDivElement>(null);
  const [view, setView] = useState({ top: 0, height: 600 });
  const [first, last] = visibleRange(view, ROW, rows.count);
  useEffect(() => rows.need(first, last), [first, last, rows.count]);
  const measure = () => {
    if (box.current) setView({ top: box.current.scrollTop, height: box.current.clientHeight });
  };
  useEffect(() => {
    measure();
    addEventListener('resize', measure);
    return () => removeEventListener('resize', measure);
  }, [rows.count]);
  // Another order begins at its first row.
  useEffect(() => box.current?.scrollTo(0, 0), [sort]);
  useRowKeys(box, rows.count);
  const main = columns.filter(({ isExtra = false }) => !isExtra);
  const indices = Array.from({ length: last - first + 1 }, (_, index) => first + index);
  return (
    <div
      ref={box}
      class="table"
      role="table"
      aria-label={label}
      aria-rowcount={rows.count + 1}
      tabIndex={0}
      onScroll={measure}
      style={{ '--wide': tracksOf(columns), '--narrow': tracksOf(main) }}
    >
      <div role="rowgroup" class="head">
        <div role="row" aria-rowindex={1}>
          {columns.map((column) => (
            <Head key={column.title} column={column} sort={sort} />
          ))}
        </div>
      </div>
      <div role="rowgroup" style={{ height: `${rows.count * ROW}px` }}>
        {indices.map((index) => {
          const row = rows.at(index);
          return (
            <div key={index} role="row" aria-rowindex={index + 2} data-row={index} style={{ top: `${index * ROW}px` }}>
              {columns.map((column) => (
                <div key={column.title} role="cell" class={column.isExtra ? 'extra' : undefined}>
                  {row === undefined ? '…' : cellOf(column, row)}
                </div>
              ))}
            </div>
          );
        })}
      </div>
    </div>
  );
}

/** Tracks of the grid. A share of the width is at least 6 rem wide; a narrower table scrolls sideways. */
function tracksOf(columns: readonly Pick<Column<never>, 'width'>[]): string {
  return columns
    .map(({ width = '1fr' }) =>
      /^\d+fr$/.test(width) ? `minmax(${Number.parseInt(width, 10) * 6}rem, ${width})` : width,
    )
    .join(' ');
}

function Head<Row>({ column, sort }: { readonly column: Column<Row>; readonly sort: string | undefined }) {
  const { title, isExtra, sort: name = column.name } = column;
  const isSorted = name !== undefined && sort?.replace(/^-/, '') === name;
  const isDown = sort?.startsWith('-') === true;
  const order = isSorted ? (isDown ? 'descending' : 'ascending') : undefined;
  return (
    <div role="columnheader" class={isExtra ? 'extra' : undefined} aria-sort={order}>
      {name !== undefined ? (
        <button
          type="button"
          onClick={() => go(linkWith({ sort_by: isSorted && !isDown ? `-${name}` : name }), 'replace')}
        >
          {title}
          <span aria-hidden="true">{isSorted ? (isDown ? ' ▼' : ' ▲') : ''}</span>
        </button>
      ) : (
        title
      )}
    </div>
  );
}

/** `j` and `k` move the focus between the first link or button of rows. */
function useRowKeys(box: { readonly current: HTMLDivElement | null }, count: number): void {
  const wanted = useRef(-1);
  const focus = (tries: number) => {
    const link = box.current?.querySelector<HTMLElement>(`[data-row="${wanted.current}"] :is(a, button)`);
    if (link) link.focus();
    else if (tries > 0) requestAnimationFrame(() => focus(tries - 1));
  };
  const move = (step: number) => {
    if (!box.current || count === 0) return;
    const row = document.activeElement?.closest('[data-row]')?.getAttribute('data-row');
    wanted.current = Math.max(0, Math.min(count - 1, row === undefined || row === null ? 0 : Number(row) + step));
    const top = wanted.current * ROW;
    const { scrollTop, clientHeight } = box.current;
    if (top < scrollTop || top + 2 * ROW > scrollTop + clientHeight)
      box.current.scrollTop = Math.max(0, top - clientHeight / 2);
    focus(30);
  };
  useKeys(
    [
      { keys: 'j', does: 'Next row', run: () => move(1) },
      { keys: 'k', does: 'Former row', run: () => move(-1) },
    ],
    [count],
  );
}

interface SmallTableProps<Row> extends Omit<TableProps<Row>, 'rows'> {
  readonly rows: readonly Row[];
}

/** A table whose rows are all in the document, and whose cells may have several lines. It scrolls sideways if it has to. */
export function SmallTable<Row>({ label, columns, rows }: SmallTableProps<Row>) {
  return (
    <div class="table" role="group" aria-label={label} tabIndex={0}>
      <table>
        <thead>
          <tr>
            {columns.map(({ title, isNumber, isExtra, width }) => (
              <th key={title} scope="col" class={classOf(isNumber, isExtra)} style={{ minWidth: width }}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={index}>
              {columns.map((column) => (
                <td key={column.title} class={classOf(column.isNumber, column.isExtra)}>
                  {cellOf(column, row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function classOf(isNumber = false, isExtra = false): string {
  return [isNumber && 'number', isExtra && 'extra'].filter(Boolean).join(' ');
}

/** A table of any length whose cells may have several lines. Further pages are shown when they are asked for. */
export function TallTable<Row>({ label, columns, rows }: TableProps<Row>) {
  const [most, setMost] = useState(PAGE);
  useEffect(() => rows.need(0, most - 1), [most, rows.count]);
  const known = Array.from({ length: Math.min(most, rows.count) }, (_, index) => rows.at(index));
  return (
    <>
      <SmallTable label={label} columns={columns} rows={known.filter((row) => row !== undefined)} />
      {most < rows.count && <Button label="Further rows" run={() => setMost(most + PAGE)} />}
    </>
  );
}
