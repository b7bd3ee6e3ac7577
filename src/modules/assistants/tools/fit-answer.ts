import { isJsonObject, type JsonObject } from '../../../base/values/json-object.js';
import { InvalidInputError } from '../../../base/errors.js';

/** Characters of a result: what assistants take without cutting it themselves. */
export const maxCharacters = 25_000;

/** Characters that the rest of a result takes. */
const reserve = 500;

/** From so many members on, an object is a map whose members may be left out. */
const mapSize = 20;

/** Where the next part of an answer begins: the items of one list from a number on. */
interface Cursor {
  /** Names from the top of the answer to the list. */
  readonly path: readonly string[];
  readonly from: number;
}

export interface FittedAnswer {
  readonly answer: JsonObject;
  /** Number of items that were left out, by the path of their list. */
  readonly leftOut: Readonly<Record<string, number>>;
  /** For the same call again: the rest of the list that was cut first. */
  readonly cursor?: string;
}

/**
 * Cuts the longest lists of an answer until it fits.
 * @param cursor of a former result
 * @throws InvalidInputError if the cursor is of another call
 */
export function fitAnswer(given: JsonObject, cursor: string | undefined, most = maxCharacters - reserve): FittedAnswer {
  const from = cursor === undefined ? undefined : readCursor(cursor);
  let answer = from ? changedAt(given, from.path, (items) => items.slice(from.from)) : given;
  const leftOut: Record<string, number> = {};
  let next: Cursor | undefined;
  // Each round halves a list, so that few rounds are enough.
  for (let length = lengthOf(answer); length > most; length = lengthOf(answer)) {
    const longest = longestList(answer);
    if (!longest || longest.items < 2) return { answer: { too_long: true }, leftOut, ...withCursor(next) };
    const kept = Math.max(1, Math.floor(longest.items * Math.min(0.9, most / length)));
    const name = longest.path.join('.');
    leftOut[name] = (leftOut[name] ?? 0) + longest.items - kept;
    answer = changedAt(answer, longest.path, (items) => items.slice(0, kept));
    if (!next || next.path.join('.') === name) {
      const before = from && from.path.join('.') === name ? from.from : 0;
      next = { path: longest.path, from: before + kept };
    }
  }
  return { answer, leftOut, ...withCursor(next) };
}

function withCursor(next: Cursor | undefined): { readonly cursor?: string } {
  return next ? { cursor: Buffer.from(JSON.stringify(next)).toString('base64url') } : {};
}

function readCursor(text: string): Cursor {
  try {
    const value: unknown = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
    if (isJsonObject(value)) {
      const { path, from } = value;
      if (Array.isArray(path) && path.every((it) => typeof it === 'string') && Number.isSafeInteger(from))
        return { path, from: Number(from) };
    }
  } catch {
    // Refused below.
  }
  throw wrongCursor();
}

function wrongCursor(): InvalidInputError {
  return InvalidInputError.at('query.invalid_value', 'cursor', 'is not the cursor of a result of this call');
}

function lengthOf(value: unknown): number {
  return JSON.stringify(value)?.length ?? 0;
}

interface LongList {
  readonly path: readonly string[];
  readonly items: number;
  readonly length: number;
}

/** The list with the most characters that contains no longer one. */
function longestList(answer: JsonObject): LongList | undefined {
  const found: LongList[] = [];
  collect(answer, [], found);
  return found.toSorted((one, other) => other.length - one.length)[0];
}

const mostDepth = 8;

function collect(value: unknown, path: readonly string[], found: LongList[]): void {
  if (path.length > mostDepth || typeof value !== 'object' || value === null) return;
  const entries = Object.entries(value);
  const isList = Array.isArray(value) || entries.length > mapSize;
  if (isList && path.length > 0 && entries.length > 1) {
    found.push({ path, items: entries.length, length: lengthOf(value) });
    return;
  }
  for (const [name, it] of entries) collect(it, [...path, name], found);
}

/** @throws InvalidInputError if there is no list at the path */
function changedAt(
  value: JsonObject,
  [name = '', ...rest]: readonly string[],
  change: (items: readonly unknown[]) => readonly unknown[],
): JsonObject {
  const member = Object.hasOwn(value, name) ? value[name] : undefined;
  if (rest.length > 0) {
    if (!isJsonObject(member)) throw wrongCursor();
    return { ...value, [name]: changedAt(member, rest, change) };
  }
  if (Array.isArray(member)) return { ...value, [name]: change(member) };
  if (!isJsonObject(member)) throw wrongCursor();
  const kept = change(Object.entries(member)).filter((it): it is [string, unknown] => Array.isArray(it));
  return { ...value, [name]: Object.fromEntries(kept) };
}
