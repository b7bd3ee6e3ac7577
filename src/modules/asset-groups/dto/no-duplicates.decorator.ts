import { ValidateBy } from 'class-validator';

/** No two elements of an array have the same `property`, as compared by `key`. The fault names the first one that comes again. */
export function NoDuplicates(property: string, key: (text: string) => string = (text) => text): PropertyDecorator {
  return ValidateBy({
    name: `noDuplicates:${property}`,
    validator: {
      validate: (value) => duplicate(value, property, key) === undefined,
      defaultMessage: (context) =>
        `has the ${property} ${JSON.stringify(duplicate(context?.value, property, key))} more than once`,
    },
  });
}

/** What is no array, or has no such text, is the fault of another rule. */
function duplicate(value: unknown, property: string, key: (text: string) => string): string | undefined {
  if (!Array.isArray(value)) return undefined;
  const seen = new Set<string>();
  for (const element of value) {
    const text: unknown = typeof element === 'object' && element !== null ? Reflect.get(element, property) : undefined;
    if (typeof text !== 'string') continue;
    if (seen.has(key(text))) return text;
    seen.add(key(text));
  }
  return undefined;
}
