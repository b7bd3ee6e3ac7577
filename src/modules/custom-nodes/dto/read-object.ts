import type { Fault } from '../../../base/errors.js';

/** A JSON object that has no properties but `known`; undefined where the value is no object. Faults name what is not known. */
export function readObject(
  value: unknown,
  context: string,
  known: readonly string[],
  faults: Fault[],
): Readonly<Record<string, unknown>> | undefined {
  if (!isObject(value)) {
    const given = value === undefined ? 'is missing' : 'is not an object';
    faults.push({ context, message: `${given}; it takes an object of ${known.join(', ')}` });
    return undefined;
  }
  for (const name of Object.keys(value)) {
    if (!known.includes(name)) {
      faults.push({ context: `${context}.${name}`, message: 'this operation does not know the property' });
    }
  }
  return value;
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
