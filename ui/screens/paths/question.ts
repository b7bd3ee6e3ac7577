import type { Values } from '../../base/address.js';
import { type End, endValues, isNamed, limitNames, readEnd, tierZero } from '../../selection/ends.js';
import { listQuery } from '../../table/list-filters.js';

/** The two ends of an address. Without an end, paths lead to tier zero. */
export function pathEnds(address: URLSearchParams): { readonly start: End; readonly end: End } {
  return { start: readEnd(address, 'start') ?? { by: 'node', values: [] }, end: readEnd(address, 'end') ?? tierZero };
}

/** Parameters of the API beside the ends; the address has some of them. */
const parameters = ['relationship_kinds', 'only_traversable', 'longer', 'paths', 'max_nodes', ...limitNames];

/**
 * What an address asks `GET /api/v2/graphs/shortest-path`. Paths follow only edges that give control unless it says otherwise.
 * @returns null if an end is missing
 */
export function pathQuery(address: URLSearchParams): Values | null {
  const { start, end } = pathEnds(address);
  if (!isNamed(start) || !isNamed(end)) return null;
  const { paths, longer, ...values } = listQuery(parameters, address);
  return {
    only_traversable: 'true',
    ...values,
    ...endValues('start', start),
    ...endValues('end', end),
    ...(paths !== undefined && isOne(start) && isOne(end) ? { paths } : { longer }),
  };
}

/** Whether the end is one node, as a number of paths needs it. */
export function isOne({ by, values }: End): boolean {
  return by === 'node' && values.length === 1;
}

/** The kinds of `known` that a filter (`in:A,B` or `nin:A,B`; empty: all) leaves out. */
export function leftOut(filter: string, known: readonly string[]): ReadonlySet<string> {
  if (filter === '') return new Set();
  const [, predicate, list = ''] = /^(?:(n?in):)?(.*)$/s.exec(filter) ?? [];
  const named = new Set(list.split(','));
  return new Set(known.filter((kind) => named.has(kind) === (predicate === 'nin')));
}

/** The shorter of the two filters that leave out the same kinds. At least one kind is always followed. */
export function filterWithout(out: ReadonlySet<string>, known: readonly string[]): string {
  const followed = known.filter((kind) => !out.has(kind));
  if (out.size === 0 || followed.length === 0) return '';
  return out.size <= followed.length ? `nin:${[...out].toSorted().join()}` : `in:${followed.toSorted().join()}`;
}
