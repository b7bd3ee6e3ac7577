import { linkWith } from '../base/address.js';

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
