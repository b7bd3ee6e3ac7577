import { linkWith, type Values } from '../base/address.js';

/** Nodes that are selected for one end of a question. */
export type End =
  | { readonly by: 'node'; readonly ids: readonly string[] }
  | { readonly by: 'kind'; readonly kind: string }
  | { readonly by: 'tag'; readonly tag: string };

/** Parameters that select an end. */
export const startNames = ['start_node', 'start_kind', 'start_tag'] as const;
export const endNames = ['end_node', 'end_kind', 'end_tag'] as const;

export const tierZero: End = { by: 'tag', tag: 'tier_zero' };

/** The contract calls its group `admin_tier_0`. */
export function isTierZero(end: End): boolean {
  return end.by === 'tag' && (end.tag === 'tier_zero' || end.tag === 'admin_tier_0');
}

/** Addresses and calls of the API have the same names. @returns null if the address selects none */
export function readEnd(query: URLSearchParams, end: 'start' | 'end'): End | null {
  const [kind, tag, ids] = [query.get(`${end}_kind`), query.get(`${end}_tag`), query.getAll(`${end}_node`)];
  if (kind !== null) return { by: 'kind', kind };
  if (tag !== null) return { by: 'tag', tag };
  return ids.length > 0 ? { by: 'node', ids } : null;
}

/** The values of an end in an address or a call. */
export function endValues(name: 'start' | 'end', end: End): Values {
  if (end.by === 'kind') return { [`${name}_kind`]: end.kind };
  if (end.by === 'tag') return { [`${name}_tag`]: end.tag };
  return { [`${name}_node`]: end.ids };
}

export function isNamed(end: End): boolean {
  return end.by === 'node' ? end.ids.length > 0 : (end.by === 'kind' ? end.kind : end.tag) !== '';
}

/** The parts of the graph that a question leaves out, by the names of the API. */
export interface Exclusions {
  /** Object ids. */
  readonly exclude_node: readonly string[];
  /** `source,kind,target`, with object ids. */
  readonly exclude_edge: readonly string[];
  /** Conditions; the nodes that meet any of them. */
  readonly exclude_where: readonly string[];
}

export const exclusionNames = ['exclude_node', 'exclude_edge', 'exclude_where'] as const;

export const noExclusions: Exclusions = { exclude_node: [], exclude_edge: [], exclude_where: [] };

export function readExclusions(query: URLSearchParams): Exclusions {
  return {
    exclude_node: query.getAll('exclude_node'),
    exclude_edge: query.getAll('exclude_edge'),
    exclude_where: query.getAll('exclude_where'),
  };
}

export function isExcluding(exclusions: Exclusions): boolean {
  return Object.values(exclusions).some(({ length }) => length > 0);
}

/** The present address with further exclusions. It selects nothing, because what was selected may be gone. */
export function linkWithout(query: URLSearchParams, more: Partial<Exclusions>): string {
  const all = Object.entries(more).map(([name, values]) => [name, [...new Set([...query.getAll(name), ...values])]]);
  return linkWith({ ...Object.fromEntries(all), path: '', sel: '', edge: '' });
}

/** The parts of an excluded edge. Ids that collectors send have no commas. */
export function edgeParts(edge: string): readonly [source: string, kind: string, target: string] {
  const [source = '', kind = '', ...target] = edge.split(',');
  return [source, kind, target.join()];
}
