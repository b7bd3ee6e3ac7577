import { useEffect, useRef, useState } from 'preact/hooks';
import type { Call } from '../api/call.js';
import { send } from '../api/send.js';
import { type Asked, noteVersion, useAnswer } from '../base/states.js';

/** Rows in one request. */
export const PAGE = 100;

export interface Page<Row> {
  readonly count: number;
  readonly data: readonly Row[];
}

/** The rows of a long list, while only some have arrived. */
export interface Rows<Row> {
  readonly count: number;
  at(index: number): Row | undefined;
  /** Asks for the rows of a range that are missing. */
  need(first: number, last: number): void;
}

/** Rows that have all arrived. */
export function fixedRows<Row>(rows: readonly Row[]): Rows<Row> {
  return { count: rows.length, at: (index) => rows[index], need: () => {} };
}

/** Asks for a list by pages. @param pageCall null asks nothing */
export function useRows<Row, Answer extends Page<Row>>(
  pageCall: ((skip: number) => Call<Answer & Page<Row>>) | null,
): Asked<Answer & Page<Row>> & { readonly rows: Rows<Row> } {
  const asked = useAnswer(pageCall?.(0) ?? null);
  const pages = useRef(new Map<number, readonly Row[]>());
  const pending = useRef(new AbortController());
  const [, draw] = useState({});
  useEffect(() => {
    pages.current = new Map();
    pending.current = new AbortController();
    draw({});
    return () => pending.current.abort();
  }, [asked.answer]);
  const { count = 0, data = [] } = asked.answer ?? {};
  const load = async (page: number, { signal } = pending.current) => {
    if (!pageCall) return;
    const store = pages.current;
    store.set(page, []);
    try {
      const { answer, version } = await send(pageCall(page * PAGE), { signal });
      noteVersion(version);
      store.set(page, answer.data);
    } catch (error) {
      // The next scroll asks again.
      store.delete(page);
      if (!signal.aborted) throw error;
    }
    if (!signal.aborted) draw({});
  };
  const at = (index: number) =>
    index < PAGE ? data[index] : pages.current.get(Math.floor(index / PAGE))?.[index % PAGE];
  const need = (first: number, last: number) => {
    for (let page = Math.floor(first / PAGE); page <= Math.floor(Math.min(last, count - 1) / PAGE); page += 1)
      if (page > 0 && !pages.current.has(page)) load(page).catch(() => draw({}));
  };
  return { ...asked, rows: { count, at, need } };
}
