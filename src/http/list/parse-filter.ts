import type { Defect } from '../../base/errors.js';
import type { Column } from './columns.js';
import { type Predicate, predicates, valueKinds } from './value-kinds.js';

export type FilterText = { readonly predicate: Predicate; readonly value: string | null } | { readonly fault: Defect };

/**
 * Reads `[<predicate>:]<value>` for a column. What stands before the first colon is a predicate only if it is one of the seven words,
 * so that a bare timestamp is a value.
 */
export function parseFilter(text: string, column: Column): FilterText {
  const kind = valueKinds[column.kind];
  const { predicate, value } = split(text);
  if (!kind.predicates.includes(predicate)) {
    const message = `the predicate ${predicate} does not apply to the kind ${kind.name}; it takes ${kind.predicates.join(', ')}`;
    return { fault: { code: 'filter.invalid_predicate', message } };
  }
  if (value === 'null' && column.nullable && (predicate === 'eq' || predicate === 'neq'))
    return { predicate, value: null };
  const { values } = column;
  if (values ? !isAmong(values, predicate, value) : !kind.accepts(value)) {
    const allowed = values ? `one of ${values.join(', ')}` : kind.allowed;
    const prefixes = kind.predicates.map((it) => `${it}:`).join(' ');
    const fault = `${JSON.stringify(value)} is not valid; it takes ${allowed}, optionally after ${prefixes}`;
    const remedy = kind.remedy?.(value);
    const message = remedy === undefined ? fault : `${fault}; ${remedy}`;
    return { fault: { code: 'filter.invalid_value', message } };
  }
  return { predicate, value };
}

/** `~eq` takes a part of a value, whatever its case. */
function isAmong(values: readonly string[], predicate: Predicate, value: string): boolean {
  if (predicate !== '~eq') return values.includes(value);
  return value !== '' && values.some((it) => it.toLowerCase().includes(value.toLowerCase()));
}

function split(text: string): { predicate: Predicate; value: string } {
  const colon = text.indexOf(':');
  const word = predicates.find((it) => it === text.slice(0, Math.max(colon, 0)));
  return word ? { predicate: word, value: text.slice(colon + 1) } : { predicate: 'eq', value: text };
}
