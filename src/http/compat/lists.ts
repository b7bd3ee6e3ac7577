import { InvalidInputError } from '../../base/errors.js';
import type { JsonObject } from './json.js';
import type { Asked } from './reshape.js';
import { type Sieve, sieved } from './sieve.js';

/** How a list differs. */
export interface ListForm {
  /** The member of `data` that is the list; without it `data` is. */
  readonly name?: string;
  /**
   * Whether the list has pages. `ours`: the reference product answers all of it, and so do we unless a page is asked for. `none`:
   * neither has.
   */
  readonly pages: 'both' | 'ours' | 'none';
  /** Results without `limit` in the query; our default if absent. */
  readonly limit?: number;
}

/** Most results of one answer. A list without a limit that has more is refused: a part of it must not pass for the whole. */
export const mostResults = 50_000;

/** The query in the form of our operation. In the reference product, no limit and a limit of 0 ask for everything. */
export function ourPage(query: string, form: ListForm): string {
  if (form.pages === 'none') return query;
  const given = new URLSearchParams(query).getAll('limit');
  if (given.length === 0) {
    const taken = form.pages === 'ours' ? mostOf(form) : form.limit;
    return taken === undefined ? query : `${query}${query && '&'}limit=${taken}`;
  }
  if (!given.every((it) => it === '0')) return query;
  return query.replaceAll(/(?<=^|&)limit=0(?=&|$)/g, `limit=${mostOf(form)}`);
}

function mostOf({ pages, limit }: ListForm): number {
  return pages === 'ours' && limit !== undefined ? limit : mostResults;
}

/**
 * @param page ours
 * @param rows its items, as they are here and as they are there
 * @throws InvalidInputError if everything was asked for and there is too much
 */
export function theirList(
  page: JsonObject,
  rows: readonly { readonly ours: JsonObject; readonly theirs: JsonObject }[],
  form: ListForm,
  sieve: Sieve,
  { query }: Asked,
): JsonObject {
  const { count, skip, limit, data: _, ...more } = page;
  const isUnlimited = query.get('limit') === '0' || (form.pages === 'ours' && !query.has('limit'));
  if (isUnlimited && typeof count === 'number' && count > Number(skip) + rows.length) refuse(count, mostOf(form));
  const kept = sieved(rows, sieve, query, ({ ours, theirs }) => ({ ...ours, ...theirs }));
  const items = kept.map(({ theirs }) => theirs);
  const data = form.name === undefined ? items : { [form.name]: items };
  if (!isPage(form, query)) return { ...more, data };
  // A column of the sieve has one value in all rows: none of them is left, or all are.
  const isNone = kept.length === 0 && rows.length > 0;
  return { count: isNone ? 0 : count, skip, limit: isUnlimited ? 0 : limit, ...more, data };
}

/** Whether the answer has `count`, `skip` and `limit`. */
function isPage({ pages }: ListForm, query: URLSearchParams): boolean {
  return pages === 'both' || (pages === 'ours' && (query.has('limit') || query.has('skip')));
}

function refuse(count: number, most: number): never {
  throw InvalidInputError.at(
    'query.invalid_value',
    'query.limit',
    `there are ${count} results, and one answer has at most ${most} of them; ask for pages with skip and limit`,
  );
}
