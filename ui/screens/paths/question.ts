import type { Values } from '../../base/address.js';
import {
  type End,
  endValues,
  type Exclusions,
  isNamed,
  readEnd,
  readExclusions,
  tierZero,
} from '../../selection/ends.js';

/** What an address of the screen asks. */
export interface PathQuestion {
  readonly start: End;
  readonly end: End;
  /** As in the API: `in:A,B` or `nin:A,B`; empty: all. */
  readonly kinds: string;
  readonly onlyTraversable: boolean;
  /** Also paths of one step more. */
  readonly longer: boolean;
  /** This many paths from one node to another; undefined: all that are the shortest. */
  readonly paths: number | undefined;
  readonly exclusions: Exclusions;
  /** Undefined: as many as the API returns by default. */
  readonly maxNodes: number | undefined;
}

/** Without an end, paths lead to tier zero. Without `only_traversable`, they follow only edges that give control. */
export function readQuestion(query: URLSearchParams): PathQuestion {
  const start: End = readEnd(query, 'start') ?? { by: 'node', ids: [] };
  const end = readEnd(query, 'end') ?? tierZero;
  return {
    start,
    end,
    kinds: query.get('relationship_kinds') ?? '',
    onlyTraversable: query.get('only_traversable') !== 'false',
    longer: query.get('longer') === 'true',
    paths: isOne(start) && isOne(end) ? integerIn(query, 'paths') : undefined,
    exclusions: readExclusions(query),
    maxNodes: integerIn(query, 'max_nodes'),
  };
}

function integerIn(query: URLSearchParams, name: string): number | undefined {
  const value = Number(query.get(name) ?? NaN);
  return Number.isInteger(value) ? value : undefined;
}

/** Whether the end is one node, as a number of paths needs it. */
export function isOne(end: End): boolean {
  return end.by === 'node' && end.ids.length === 1;
}

/** The values of an address that asks. It selects nothing. */
export function questionValues(question: PathQuestion): Values {
  const { start, end, kinds, onlyTraversable, longer, paths, exclusions, maxNodes } = question;
  return {
    ...endValues('start', start),
    ...endValues('end', end),
    relationship_kinds: kinds || undefined,
    only_traversable: onlyTraversable ? undefined : 'false',
    longer: longer && paths === undefined ? 'true' : undefined,
    paths: paths?.toString(),
    ...exclusions,
    max_nodes: maxNodes?.toString(),
  };
}

/** The query of `GET /api/v2/graphs/shortest-path`; null if an end is missing. */
export function pathQuery(question: PathQuestion): Values | null {
  if (!isNamed(question.start) || !isNamed(question.end)) return null;
  return { ...questionValues(question), only_traversable: String(question.onlyTraversable) };
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
