export type JsonObject = Readonly<Record<string, unknown>>;

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The states of jobs, and of uploads, by the numbers that the reference product writes. */
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

/** Number and word of the reference product, such as `8` and `partiallycomplete`, to our word. */
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

/** Our word for a number or a word (in any case) of the reference product; other text stays as it is. */
export function statusWord(text: string): string {
  return words.get(text.toLowerCase()) ?? text;
}

const names: ReadonlyMap<unknown, string> = new Map([
  ['directory', 'sharphound'],
  ['cloud', 'azurehound'],
]);

const ours: ReadonlyMap<unknown, unknown> = new Map([...names].map(([type, name]) => [name, type]));

/** What the reference product calls a client of our type. */
export function collectorOf(type: unknown): unknown {
  return names.get(type) ?? type;
}

/** Our type of a client; what is none stays as it is. */
export function typeOfCollector(name: unknown): unknown {
  return ours.get(name) ?? name;
}

/** How the reference product writes a time that there is not. */
const zeroTime = '0001-01-01T00:00:00Z';

/**
 * The value with what may be absent as the reference product writes it, at any depth: numbers plain or null in place of
 * `{int32, valid}`, `deleted_at` as `{Time, Valid}` with the zero time where it is not set, other `{time, valid}` as times.
 */
export function withPlainAbsence(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withPlainAbsence);
  if (!isJsonObject(value)) return value;
  if (typeof value['valid'] === 'boolean') {
    if ('int32' in value) return value['valid'] ? value['int32'] : null;
    if ('time' in value) return timeOrZero(value['time']);
  }
  const members = Object.entries(value).map(([name, member]) => [
    name,
    name === 'deleted_at' ? deletion(member) : withPlainAbsence(member),
  ]);
  return Object.fromEntries(members);
}

export function timeOrZero(time: unknown): unknown {
  return time ?? zeroTime;
}

/** Undoes {@link timeOrZero} if the zero time would be read as a time. */
export function timeOrNull(time: unknown): unknown {
  return time === zeroTime ? null : time;
}

/** `deleted_at` of what is not kept after it was deleted. */
export const neverDeleted = { Time: zeroTime, Valid: false };

/** Times of what cannot be changed. */
export const noTimes = { created_at: zeroTime, updated_at: zeroTime, deleted_at: neverDeleted };

function deletion(value: unknown): unknown {
  return isJsonObject(value) ? { Time: timeOrZero(value['time']), Valid: value['valid'] === true } : value;
}
