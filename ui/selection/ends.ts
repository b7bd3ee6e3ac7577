import { address, linkWith, type Values } from '../base/address.js';

/** Nodes that are selected for one end of a question. */
export interface End {
  readonly by: 'node' | 'kind' | 'tag';
  /** Object ids, a kind, or the tag of a group. */
  readonly values: readonly string[];
}

const bys = ['kind', 'tag', 'node'] as const;

/** Parameters that select an end. Addresses and calls of the API have the same names. */
export const startNames = ['start_node', 'start_kind', 'start_tag', 'start_where'] as const;
export const endNames = ['end_node', 'end_kind', 'end_tag', 'end_where'] as const;

export const tierZero: End = { by: 'tag', values: ['tier_zero'] };

/** The contract calls its group `admin_tier_0`. */
export function isTierZero({ by, values: [tag] }: End): boolean {
  return by === 'tag' && (tag === 'tier_zero' || tag === 'admin_tier_0');
}

/** @returns null if the address selects none */
export function readEnd(query: URLSearchParams, name: 'start' | 'end'): End | null {
  const by = bys.find((it) => query.has(`${name}_${it}`));
  return by ? { by, values: query.getAll(`${name}_${by}`) } : null;
}

/** The values of an end in an address or a call. */
export function endValues(name: 'start' | 'end', { by, values }: End): Values {
  return { [`${name}_${by}`]: values };
}

/** The values of an end that replaces another one in an address. */
export function replacedEnd(name: 'start' | 'end', end: End): Values {
  return { ...Object.fromEntries(bys.map((by) => [`${name}_${by}`, ''])), ...endValues(name, end) };
}

export function isNamed({ values }: End): boolean {
  return values.some((it) => it !== '');
}

/** The parts of the graph that a question leaves out: object ids, `source,kind,target`, and conditions that nodes meet. */
export const exclusionNames = ['exclude_node', 'exclude_edge', 'exclude_where'] as const;

/** What limits a question: conditions on its ends, and exclusions. */
export const limitNames = ['start_where', 'end_where', ...exclusionNames] as const;

/** Nothing of an answer is selected, because it may be gone from the next one. */
export const unselected = { path: '', sel: '', edge: '' } as const;

/** The present address with further exclusions. */
export function linkWithout(more: Readonly<Record<string, readonly string[]>>): string {
  const { query } = address.value;
  const all = Object.entries(more).map(([name, values]) => [name, [...new Set([...query.getAll(name), ...values])]]);
  return linkWith({ ...Object.fromEntries(all), ...unselected });
}
