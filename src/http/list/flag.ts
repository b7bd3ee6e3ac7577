import type { Fault } from '../../base/errors.js';
import { type QueryParameters, readSingle } from '../input/query-parameters.js';
import { isTrueWord, valueKinds } from './value-kinds.js';

const { accepts, allowed, pattern } = valueKinds.boolean;

/** A boolean parameter of the query. */
export function readFlag(query: QueryParameters, name: string, byDefault: boolean, faults: Fault[]): boolean {
  const text = readSingle(query, name, faults);
  if (text === undefined) return byDefault;
  if (accepts(text)) return isTrueWord(text);
  faults.push({
    code: 'query.invalid_value',
    context: `query.${name}`,
    message: `${JSON.stringify(text)} is not valid; it takes ${allowed}`,
  });
  return byDefault;
}

/** How the OpenAPI document states it. */
export function flagSchema(byDefault: boolean) {
  return { type: 'string', pattern: `^(${pattern})$`, default: String(byDefault) } as const;
}
