import { isJsonObject } from './json.js';

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
