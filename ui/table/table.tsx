import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { go, linkWith } from '../base/address.js';
import { useKeys } from '../base/keys.js';
import { ObjectLink, type ObjectLinkProps } from '../base/parts.js';
import type { Rows } from './use-rows.js';
import { visibleRange } from './visible-range.js';

/** Pixels; styles.css has the same height. */
const ROW = 36;

export interface Column<Row> {
  readonly title: string;
  readonly cell: (row: Row) => ComponentChildren;
  /** The name in `sort_by`, if the list can be sorted by the column. */
  readonly sort?: string;
  /** Left out on narrow screens. */
  readonly isExtra?: boolean;
  /** Digits below each other. */
  readonly isNumber?: boolean;
  /** Of the width, as in `grid-template-columns`; by default `1fr`. */
  readonly width?: string;
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
              {columns.map(({ title, cell, isExtra }) => (
                <div key={title} role="cell" class={isExtra ? 'extra' : undefined}>
                  {row === undefined ? '…' : cell(row)}
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

interface HeadProps<Row> {
  readonly column: Column<Row>;
  readonly sort: string | undefined;
}

function Head<Row>({ column: { title, sort: name, isExtra }, sort }: HeadProps<Row>) {
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
