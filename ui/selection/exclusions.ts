import { linkWith } from '../base/address.js';

/** What a question leaves out of the graph, by the names of the API. */
export interface Exclusions {
  /** Object ids. */
  readonly exclude_node: readonly string[];
  /** `source,kind,target`, with object ids. */
  readonly exclude_edge: readonly string[];
}

export const noExclusions: Exclusions = { exclude_node: [], exclude_edge: [] };

export function readExclusions(query: URLSearchParams): Exclusions {
  return { exclude_node: query.getAll('exclude_node'), exclude_edge: query.getAll('exclude_edge') };
}

export function isExcluding(exclusions: Exclusions): boolean {
  return Object.values(exclusions).some(({ length }) => length > 0);
}

/** The exclusions with further ones. */
function withMore(exclusions: Exclusions, more: Partial<Exclusions>): Exclusions {
  const union = (name: keyof Exclusions) => [...new Set([...exclusions[name], ...(more[name] ?? [])])];
  return { exclude_node: union('exclude_node'), exclude_edge: union('exclude_edge') };
}

/** The present address with further exclusions. It selects nothing, because what was selected may be gone. */
export function linkWithout(query: URLSearchParams, more: Partial<Exclusions>): string {
  return linkWith({ ...withMore(readExclusions(query), more), path: '', sel: '', edge: '' });
}

/** The parts of an excluded edge. Object ids may have commas, kinds have none: the kind is the second of three parts, if it is known. */
export function edgeParts(edge: string): readonly [source: string, kind: string, target: string] {
  const [source = '', kind = '', ...target] = edge.split(',');
  return [source, kind, target.join()];
}
