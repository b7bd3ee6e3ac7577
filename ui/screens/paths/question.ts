import type { Values } from '../../base/address.js';

/** The nodes at one end of paths. */
export type PathEnd =
  | { readonly by: 'node'; readonly ids: readonly string[] }
  | { readonly by: 'kind'; readonly kind: string }
  | { readonly by: 'tag'; readonly tag: string };

/** What an address of the screen asks. */
export interface PathQuestion {
  readonly start: PathEnd;
  readonly end: PathEnd;
  /** As in the API: `in:A,B` or `nin:A,B`; empty: all. */
  readonly kinds: string;
  readonly onlyTraversable: boolean;
  /** Undefined: as many as the API returns by default. */
  readonly maxNodes: number | undefined;
}

/** Without an end, paths lead to tier zero. Without `only_traversable`, they follow only edges that give control. */
export function readQuestion(query: URLSearchParams): PathQuestion {
  const maxNodes = Number(query.get('max_nodes') ?? NaN);
  return {
    start: readEnd(query, 'start') ?? { by: 'node', ids: [] },
    end: readEnd(query, 'end') ?? { by: 'tag', tag: 'tier_zero' },
    kinds: query.get('relationship_kinds') ?? '',
    onlyTraversable: query.get('only_traversable') !== 'false',
    maxNodes: Number.isInteger(maxNodes) ? maxNodes : undefined,
  };
}

function readEnd(query: URLSearchParams, end: 'start' | 'end'): PathEnd | null {
  const [kind, tag, ids] = [query.get(`${end}_kind`), query.get(`${end}_tag`), query.getAll(`${end}_node`)];
  if (kind !== null) return { by: 'kind', kind };
  if (tag !== null) return { by: 'tag', tag };
  return ids.length > 0 ? { by: 'node', ids } : null;
}

/** The values of an address that asks. It selects nothing. */
export function questionValues({ start, end, kinds, onlyTraversable, maxNodes }: PathQuestion): Values {
  return {
    ...endValues('start', start),
    ...endValues('end', end),
    relationship_kinds: kinds,
    only_traversable: onlyTraversable ? '' : 'false',
    max_nodes: maxNodes === undefined ? '' : String(maxNodes),
  };
}

function endValues(name: 'start' | 'end', end: PathEnd): Values {
  if (end.by === 'kind') return { [`${name}_kind`]: end.kind };
  if (end.by === 'tag') return { [`${name}_tag`]: end.tag };
  return { [`${name}_node`]: end.ids };
}

/** The query of `GET /api/v2/graphs/shortest-path`; null if an end is missing. */
export function pathQuery({ start, end, kinds, onlyTraversable, maxNodes }: PathQuestion) {
  if (!isNamed(start) || !isNamed(end)) return null;
  return {
    ...(start.by === 'node' && { start_node: start.ids }),
    ...(start.by === 'kind' && { start_kind: start.kind }),
    ...(start.by === 'tag' && { start_tag: start.tag }),
    ...(end.by === 'node' && { end_node: end.ids }),
    ...(end.by === 'kind' && { end_kind: end.kind }),
    ...(end.by === 'tag' && { end_tag: end.tag }),
    ...(kinds !== '' && { relationship_kinds: kinds }),
    only_traversable: onlyTraversable,
    ...(maxNodes !== undefined && { max_nodes: maxNodes }),
  };
}

function isNamed(end: PathEnd): boolean {
  return end.by === 'node' ? end.ids.length > 0 : (end.by === 'kind' ? end.kind : end.tag) !== '';
}

export function swapped(question: PathQuestion): PathQuestion {
  return { ...question, start: question.end, end: question.start };
}

/** The kinds of `known` that a filter leaves out. */
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
