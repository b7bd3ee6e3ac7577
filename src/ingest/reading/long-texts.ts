import { isList } from '../records/fields.js';
import type { JsonValue } from './json-parts.js';
import { placeInside } from './text-places.js';

/**
 * A value without the texts, and the members whose keys, are longer than `limit` UTF-16 units: null stands in their place. Tells the
 * place (`Aces[3].RightName`) and length of each.
 */
export function withoutLongTexts(
  value: JsonValue,
  limit: number,
  tell: (field: string, length: number) => void,
  place = '',
): JsonValue {
  if (typeof value === 'string') {
    if (value.length <= limit) return value;
    tell(place, value.length);
    return null;
  }
  if (typeof value !== 'object' || value === null) {
    return value;
  }
  if (isList(value)) {
    return value.map((element, index) => withoutLongTexts(element, limit, tell, `${place}[${index}]`));
  }
  const members = Object.entries(value).flatMap(([key, member]): [string, JsonValue][] => {
    const inside = placeInside(place, key);
    if (key.length <= limit) return [[key, withoutLongTexts(member, limit, tell, inside)]];
    tell(inside, key.length);
    return [];
  });
  return Object.fromEntries(members);
}
