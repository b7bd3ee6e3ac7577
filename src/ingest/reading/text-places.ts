import { isList } from '../records/fields.js';
import type { JsonValue } from './json-parts.js';

/** Characters of a key that a place repeats. */
const MAX_KEY_SHOWN = 100;

/** Where in a value (`Aces[3].RightName`, empty: itself) the texts and keys lie that `isMeant`, in their order. */
export function* textPlaces(value: JsonValue, isMeant: (text: string) => boolean, place = ''): Generator<string> {
  if (typeof value === 'string') {
    if (isMeant(value)) yield place;
    return;
  }
  for (const [key, member, inside] of membersOf(value, place)) {
    const isKeyMeant = isMeant(key);
    if (isKeyMeant) yield inside;
    if (!isKeyMeant || typeof member !== 'string') yield* textPlaces(member, isMeant, inside);
  }
}

/** Members of an object, or elements of a list, which have no key. */
function membersOf(value: JsonValue, place: string): (readonly [key: string, member: JsonValue, place: string])[] {
  if (typeof value !== 'object' || value === null) return [];
  if (isList(value)) return value.map((element, index) => ['', element, `${place}[${index}]`]);
  return Object.entries(value).map(([key, member]: [string, JsonValue]) => [key, member, placeInside(place, key)]);
}

/** The place of a member. */
export function placeInside(place: string, key: string): string {
  const shown = key.length > MAX_KEY_SHOWN ? `${key.slice(0, MAX_KEY_SHOWN)}...` : key;
  return place ? `${place}.${shown}` : shown;
}
