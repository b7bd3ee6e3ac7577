import type { Values } from '../base/address.js';
import type { Column } from './table.js';

/** A filter of a list. The address has it as the API does, such as `event_title=~eq:night` or `start_time=gte:2026-11-01T00:00:00Z`. */
export interface Filter {
  /** The parameter of the API. */
  readonly name: string;
  readonly label: string;
  /**
   * A part of a text, the first day, the day after the last one, whether something is true, one of `choices`, a kind of objects, or a
   * domain or tenant.
   */
  readonly kind: keyof typeof predicates;
  /** Names by values. */
  readonly choices?: Readonly<Record<string, string>>;
  /** Of a choice if the address has none. */
  readonly any?: string;
}

/** The choices of a limit to objects that have something, or have it not. */
export const onlyOrWithout = { true: 'Only', false: 'Without' } as const;

/** The beginnings of values, by kinds of filters. */
const predicates = {
  part: '~eq:',
  from: 'gte:',
  before: 'lt:',
  flag: '',
  choice: '',
  'node-kind': '',
  environment: '',
} as const;
const midnight = 'T00:00:00Z';

export const environmentFilter: Filter = { name: 'environment', label: 'Environment', kind: 'environment' };

/** The filter that a column describes. */
export function filtersOf<Row>({ title: label, name, sort = name, filter: kind, texts: choices = {} }: Column<Row>) {
  return kind && sort ? [{ name: sort, label, kind, choices }] : [];
}

/** The value as it is entered; empty if there is none. */
export function entered({ name, kind }: Filter, query: URLSearchParams): string {
  const value = query.getAll(name).find((it) => it.startsWith(predicates[kind])) ?? '';
  return value.slice(predicates[kind].length).replace(midnight, '');
}

/** The values of the parameter after something has been entered. Two filters may share a parameter. */
export function withEntered({ name, kind }: Filter, query: URLSearchParams, value: string): readonly string[] {
  const others = predicates[kind] === '' ? [] : query.getAll(name).filter((it) => !it.startsWith(predicates[kind]));
  const isDay = kind === 'from' || kind === 'before';
  return value === '' ? others : [...others, predicates[kind] + value + (isDay ? midnight : '')];
}

/** The parameters of an address that a list knows. @param names of filters may repeat */
export function listQuery(names: readonly string[], query: URLSearchParams): Values {
  return Object.fromEntries(names.flatMap((name) => (query.has(name) ? [[name, query.getAll(name)]] : [])));
}
