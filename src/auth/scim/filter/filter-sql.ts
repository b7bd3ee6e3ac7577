import { InvalidInputError } from '../../../base/errors.js';
import { uuid } from '../../../base/values/uuid.js';
import { isDateTime } from '../../../http/input/date-time.js';
import type { ComparisonOperator, FilterValue, ScimFilter } from './scim-filter.js';

/** An attribute that filters may name. `folded` texts are compared without case. */
export interface FilterAttribute {
  /** With `{value}` in place of the value: a condition of its own, for `eq` alone. */
  readonly sql: string;
  readonly type: 'folded' | 'exact' | 'boolean' | 'time' | 'uuid' | 'condition';
}

/** By name in lower case. */
export type FilterAttributes = ReadonlyMap<string, FilterAttribute>;

type Compare = (column: string, value: string) => string;

const textOperators: Readonly<Record<ComparisonOperator, Compare>> = {
  eq: (column, value) => `${column} = ${value}`,
  ne: (column, value) => `${column} IS DISTINCT FROM ${value}`,
  co: (column, value) => `position(${value} IN ${column}) > 0`,
  sw: (column, value) => `starts_with(${column}, ${value})`,
  ew: (column, value) => `right(${column}, length(${value})) = ${value}`,
  gt: (column, value) => `${column} > ${value}`,
  ge: (column, value) => `${column} >= ${value}`,
  lt: (column, value) => `${column} < ${value}`,
  le: (column, value) => `${column} <= ${value}`,
};

/**
 * The condition of a filter. Its values are parameters.
 * @param values of the statement; this adds those of the filter
 * @throws InvalidInputError if it names another attribute, or compares it in another way than its type allows
 */
export function filterSql(
  filter: ScimFilter,
  attributes: FilterAttributes,
  values: (string | number | boolean)[],
): string {
  if ('all' in filter) return joined(filter.all, ' AND ', attributes, values);
  if ('any' in filter) return joined(filter.any, ' OR ', attributes, values);
  if ('not' in filter) return `(${filterSql(filter.not, attributes, values)}) IS NOT TRUE`;
  const attribute = attributes.get(filter.attribute);
  if (!attribute)
    throw refusal(`${filter.attribute} cannot be filtered by; it takes ${[...attributes.keys()].join(', ')}`);
  if (filter.operator === 'pr' || filter.value === null) return presence(filter, attribute);
  return comparison(filter, attribute, (value) => `$${values.push(value)}`);
}

function joined(
  parts: readonly ScimFilter[],
  word: string,
  attributes: FilterAttributes,
  values: (string | number | boolean)[],
): string {
  return `(${parts.map((it) => filterSql(it, attributes, values)).join(word)})`;
}

function presence({ attribute, operator }: Named, { sql, type }: FilterAttribute): string {
  if (type === 'condition') throw refusal(`${attribute} takes eq alone`);
  return `${sql} IS ${operator === 'eq' ? 'NULL' : 'NOT NULL'}`;
}

interface Named {
  readonly attribute: string;
  readonly operator: ComparisonOperator | 'pr';
}

function comparison(
  { attribute, operator, value }: Named & { readonly value: FilterValue } & { readonly operator: ComparisonOperator },
  { sql, type }: FilterAttribute,
  add: (value: string | boolean) => string,
): string {
  if (type === 'boolean') return textOperators[equality(attribute, operator)](sql, add(truth(attribute, value)));
  if (typeof value !== 'string') throw refusal(`${attribute} is compared with a text`);
  if (type === 'time') {
    if (!isDateTime(value)) throw refusal(`${attribute} is compared with a time`);
    return textOperators[operator](`date_trunc('milliseconds', ${sql})`, `${add(value)}::timestamptz`);
  }
  if (type === 'exact') return textOperators[operator](sql, add(value));
  if (type === 'folded') return textOperators[operator](`lower(${sql})`, `lower(${add(value)})`);
  const compare = textOperators[equality(attribute, operator)];
  // No id equals what is none.
  if (!uuid.test(value)) return String(operator === 'ne');
  if (type === 'uuid') return compare(sql, `${add(value)}::uuid`);
  if (operator !== 'eq') throw refusal(`${attribute} takes eq alone`);
  return sql.replace('{value}', `${add(value)}::uuid`);
}

function equality(attribute: string, operator: ComparisonOperator): 'eq' | 'ne' {
  if (operator === 'eq' || operator === 'ne') return operator;
  throw refusal(`${attribute} takes eq and ne alone`);
}

/** Entra ID sends truth values as texts. */
function truth(attribute: string, value: FilterValue): boolean {
  const text = String(value).toLowerCase();
  if (text === 'true' || text === 'false') return text === 'true';
  throw refusal(`${attribute} is compared with true or false`);
}

function refusal(message: string): InvalidInputError {
  return InvalidInputError.at('scim.invalid_filter', 'query.filter', message);
}
