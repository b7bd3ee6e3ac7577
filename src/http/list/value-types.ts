import { uuidAllowed } from '../../base/values/uuid.js';
import { instantOf, inUtc, isDateTime, isFinerThanMilliseconds, wholeTime } from '../input/date-time.js';
import { flagText } from '../input/parameter-text.js';
import { maxInt32 } from '../input/rules.js';

export const predicates = ['eq', '~eq', 'neq', 'gt', 'gte', 'lt', 'lte'] as const;
export type Predicate = (typeof predicates)[number];

export type ValueTypeName = 'string' | 'boolean' | 'uuid' | 'integer' | 'timestamp';

/**
 * A type of filter values: a row of the table in docs/api.md, Lists, with the conversion to PostgreSQL. `choice` is a string column with
 * `values`.
 */
export interface ValueType {
  readonly name: ValueTypeName;
  readonly predicates: readonly Predicate[];
  /** Pattern of a value without its predicate, for the OpenAPI document. */
  readonly pattern: string;
  /** The accepted values in words, for the error. */
  readonly allowed: string;
  readonly accepts: (text: string) => boolean;
  /** Returns an accepted spelling of a refused value, for the error; undefined if there is none. */
  readonly suggestion?: (text: string) => string | undefined;
  readonly sqlType: string;
  readonly toSql: (text: string) => string | boolean;
}

const equality = ['eq', 'neq'] as const;
const comparison = ['eq', 'neq', 'gt', 'gte', 'lt', 'lte'] as const;
const uuid = '[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}';
const timestamp =
  '[0-9]{4}-[0-9]{2}-[0-9]{2}([Tt][0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?([Zz]|-[0-9]{2}:[0-9]{2}))?';

function valueType(
  definition: Omit<ValueType, 'accepts'> & { readonly extraCheck?: (text: string) => boolean },
): ValueType {
  const whole = new RegExp(`^(?:${definition.pattern})$`);
  return { ...definition, accepts: (text) => whole.test(text) && (definition.extraCheck?.(text) ?? true) };
}

export const valueTypes: Readonly<Record<ValueTypeName, ValueType>> = {
  string: valueType({
    name: 'string',
    predicates: ['eq', '~eq', 'neq'],
    pattern: '[^:]+',
    allowed: 'a text without colons',
    // PostgreSQL cannot store a NUL character.
    extraCheck: (text) => !text.includes('\0'),
    sqlType: 'text',
    toSql: (text) => text,
  }),
  boolean: valueType({
    name: 'boolean',
    predicates: equality,
    pattern: flagText.pattern,
    allowed: flagText.allowed,
    sqlType: 'boolean',
    toSql: flagText.isTrue,
  }),
  uuid: valueType({
    name: 'uuid',
    predicates: equality,
    pattern: uuid,
    allowed: uuidAllowed,
    sqlType: 'uuid',
    toSql: (text) => text,
  }),
  integer: valueType({
    name: 'integer',
    predicates: comparison,
    pattern: '-?[0-9]+',
    allowed: 'an integer of 32 bits',
    extraCheck: isInt32,
    sqlType: 'integer',
    toSql: (text) => text,
  }),
  timestamp: valueType({
    name: 'timestamp',
    predicates: comparison,
    pattern: timestamp,
    allowed: 'a date, or an RFC 3339 date-time in UTC (Z) or with a negative offset (-hh:mm)',
    extraCheck: (text) => isDateTime(wholeTime(text)),
    suggestion: utcSuggestion,
    sqlType: 'timestamptz',
    toSql: timestampToSql,
  }),
};

/** For positive offsets, which the specification excludes. */
function utcSuggestion(text: string): string | undefined {
  const utc = inUtc(wholeTime(text));
  return utc && `the same instant in UTC is ${utc}`;
}

function isInt32(text: string): boolean {
  const value = Number(text);
  // A longer text is out of range, or pads a number with zeros.
  return text.length <= 30 && value >= -maxInt32 - 1 && value <= maxInt32;
}

/**
 * Converts to UTC, because PostgreSQL accepts neither offsets from 16 hours nor fractions of a leap second. Columns have milliseconds. A
 * finer time becomes the middle between two milliseconds, which compares like the given time; PostgreSQL would round it.
 */
function timestampToSql(text: string): string {
  const milliseconds = new Date(instantOf(wholeTime(text)) ?? Number.NaN).toISOString();
  return isFinerThanMilliseconds(text) ? milliseconds.replace('Z', '5Z') : milliseconds;
}
