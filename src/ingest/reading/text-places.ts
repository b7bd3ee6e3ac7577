import { storableText } from '../../database/sql/storable.js';
import { type JsonValue, isList } from '../records/json-value.js';

/** Characters of a key that a place repeats. */
const MAX_KEY_SHOWN = 100;

/** The places (`Aces[3].RightName`; empty for the value itself) of the texts and keys that match, with each text. */
export function* textPlaces(
  value: JsonValue,
  matches: (text: string) => boolean,
  place = '',
): Generator<readonly [place: string, text: string]> {
  if (typeof value === 'string') {
    if (matches(value)) yield [place, value];
    return;
  }
  for (const [key, member, inside] of membersOf(value, place)) {
    const isMatch = matches(key);
    if (isMatch) yield [inside, key];
    if (!isMatch || typeof member !== 'string') yield* textPlaces(member, matches, inside);
  }
}

/** Replaces the characters of all texts and keys that PostgreSQL cannot store. */
export function storableValue(value: JsonValue): JsonValue {
  if (typeof value === 'string') return storableText(value);
  if (typeof value !== 'object' || value === null) return value;
  if (isList(value)) return value.map(storableValue);
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [storableText(key), storableValue(member)]));
}

/** Replaces texts with more than `limit` UTF-16 units by null, and removes members with longer keys. Reports each with its place and length. */
export function withoutLongTexts(
  value: JsonValue,
  limit: number,
  report: (place: string, length: number) => void,
  place = '',
): JsonValue {
  if (typeof value === 'string') {
    if (value.length <= limit) return value;
    report(place, value.length);
    return null;
  }
  if (typeof value !== 'object' || value === null) return value;
  const members = membersOf(value, place).flatMap(([key, member, inside]): [string, JsonValue][] => {
    if (key.length <= limit) return [[key, withoutLongTexts(member, limit, report, inside)]];
    report(inside, key.length);
    return [];
  });
  return isList(value) ? members.map(([, member]) => member) : Object.fromEntries(members);
}

/** The place of a member of an object. */
function placeInside(place: string, key: string): string {
  const shown = key.length > MAX_KEY_SHOWN ? `${key.slice(0, MAX_KEY_SHOWN)}...` : key;
  return place ? `${place}.${shown}` : shown;
}

/** Members of an object, or elements of a list, which have no key. */
function membersOf(value: JsonValue, place: string): (readonly [key: string, member: JsonValue, place: string])[] {
  if (typeof value !== 'object' || value === null) return [];
  if (isList(value)) return value.map((element, index) => ['', element, `${place}[${index}]`]);
  return Object.entries(value).map(([key, member]: [string, JsonValue]) => [key, member, placeInside(place, key)]);
}
