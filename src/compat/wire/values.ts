import { isJsonObject, type JsonObject } from '../../base/values/json-object.js';
/** The object without these members. */
export function without(object: JsonObject, names: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([name]) => !names.includes(name)));
}

/** The numbers that the reference product writes for the states of jobs and uploads. */
const numbers: ReadonlyMap<unknown, number> = new Map([
  ['ready', 0],
  ['running', 1],
  ['complete', 2],
  ['canceled', 3],
  ['timed_out', 4],
  ['failed', 5],
  ['ingesting', 6],
  ['analyzing', 7],
  ['partially_complete', 8],
]);

const invalid = -1;

/** Our word by the number and the word of the reference product, such as `8` and `partiallycomplete`. */
const words = new Map(
  [...numbers].flatMap(([word, number]) => {
    const text = String(word);
    return [
      [String(number), text],
      [text.replaceAll('_', ''), text],
    ];
  }),
);

export function statusNumber(word: unknown): number {
  return numbers.get(word) ?? invalid;
}

/** Returns our word for a number or a word, in any case, of the reference product. Other text stays unchanged. */
export function statusWord(text: string): string {
  return words.get(text.toLowerCase()) ?? text;
}

const names: ReadonlyMap<unknown, string> = new Map([
  ['directory', 'sharphound'],
  ['cloud', 'azurehound'],
  ['opengraph', 'openhound'],
]);

const ours: ReadonlyMap<unknown, unknown> = new Map([...names].map(([type, name]) => [name, type]));

/** The type of a client in the reference product. */
export function collectorOf(type: unknown): unknown {
  return names.get(type) ?? type;
}

/** Our type of a client. Other values stay unchanged. */
export function typeOfCollector(name: unknown): unknown {
  return ours.get(name) ?? name;
}

/** The absent time of the reference product. */
const zeroTime = '0001-01-01T00:00:00Z';

/**
 * Converts values that may be absent, at any depth, to the form of the reference product: `{int32, valid}`, `{bool, valid}` and
 * `{string, valid}` to the value or null, `deleted_at` to `{Time, Valid}` with the zero time if it is not set, other `{time, valid}` to a time.
 */
export function withoutValidWrappers(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutValidWrappers);
  if (!isJsonObject(value)) return value;
  if (typeof value['valid'] === 'boolean') {
    const member = ['int32', 'bool', 'string'].find((it) => it in value);
    if (member !== undefined) return value['valid'] ? value[member] : null;
    if ('time' in value) return timeOrZero(value['time']);
  }
  const members = Object.entries(value).map(([name, member]) => [
    name,
    name === 'deleted_at' ? deletion(member) : withoutValidWrappers(member),
  ]);
  return Object.fromEntries(members);
}

export function timeOrZero(time: unknown): unknown {
  return time ?? zeroTime;
}

/** Undoes {@link timeOrZero} for programs that read the zero time as a time. */
export function timeOrNull(time: unknown): unknown {
  return time === zeroTime ? null : time;
}

/** `deleted_at` of all records: this service keeps no deleted ones. */
export const neverDeleted = { Time: zeroTime, Valid: false };

/** The times of constant records. */
export const zeroTimes = { created_at: zeroTime, updated_at: zeroTime, deleted_at: neverDeleted };

function deletion(value: unknown): unknown {
  return isJsonObject(value) ? { Time: timeOrZero(value['time']), Valid: value['valid'] === true } : value;
}
