import { type JsonValue, isList } from '../records/json-value.js';

/** Characters of a key that a place repeats. */
const MAX_KEY_SHOWN = 100;

/**
 * Replaces texts and keys of a value.
 * @param replace gets the place (`Aces[3].RightName`; empty for the value itself). Null leaves out a text or the member of a key
 */
export function replaceTexts(
  value: JsonValue,
  replace: (text: string, place: string) => string | null,
  place = '',
): JsonValue {
  if (typeof value === 'string') return replace(value, place);
  if (typeof value !== 'object' || value === null) return value;
  if (isList(value)) return value.map((element, index) => replaceTexts(element, replace, `${place}[${index}]`));
  const members = Object.entries(value).flatMap(([key, member]: [string, JsonValue]): [string, JsonValue][] => {
    const inside = placeInside(place, key);
    const kept = replace(key, inside);
    return kept === null ? [] : [[kept, replaceTexts(member, replace, inside)]];
  });
  return Object.fromEntries(members);
}

/** The place of a member of an object. */
function placeInside(place: string, key: string): string {
  const shown = key.length > MAX_KEY_SHOWN ? `${key.slice(0, MAX_KEY_SHOWN)}...` : key;
  return place ? `${place}.${shown}` : shown;
}
