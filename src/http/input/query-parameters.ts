import type { Fault } from '../../base/errors.js';

/** The decoded query of a request: names and values in the order in which they were sent. */
export type QueryParameters = readonly (readonly [name: string, value: string])[];

const none: QueryParameters = [];

export function queryParameters(target: string): QueryParameters {
  const mark = target.indexOf('?');
  return mark < 0 || mark === target.length - 1 ? none : [...new URLSearchParams(target.slice(mark + 1))];
}

/** The value of a parameter that may be given once; undefined where it is not given. Given again, it is a fault. */
export function readSingle(query: QueryParameters, name: string, faults: Fault[]): string | undefined {
  const values = query.flatMap(([key, value]) => (key === name ? [value] : []));
  if (values.length > 1)
    faults.push({
      code: 'query.repeated_parameter',
      context: `query.${name}`,
      message: `is given ${values.length} times; it takes one value`,
    });
  return values[0];
}

/** A date-time as it was meant: the `+` of its offset arrives as a space from clients that do not encode it. */
export function withPlus(text: string): string {
  return text.replace(/ (?=\d{2}:\d{2}$)/, '+');
}
