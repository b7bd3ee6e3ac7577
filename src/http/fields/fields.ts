import type { Type } from '@nestjs/common';
import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import {
  arrayToken,
  booleanToken,
  nullBooleanToken,
  nullInt32Token,
  nullTextToken,
  nullTimeToken,
  numberToken,
  objectToken,
  optionalToken,
  plainTextToken,
  textToken,
  timeToken,
} from '../../database/json-token.js';
import { type Column, column, type ColumnUse } from '../list/list-description.js';
import { NullBoolDto, NullInt32Dto, NullStringDto, NullTimeDto } from '../openapi/wire.dto.js';

/**
 * A property of a resource: its SQL, its schema in the OpenAPI document, and its column if lists filter or sort by it.
 * `Given` has the parts of the SQL that differ by statement, such as the numbers of parameters.
 */
export interface Field<Given = unknown, C extends Column | undefined = Column | undefined> {
  /** The token (src/database/json-token.ts) of the value. Undefined leaves the property out. */
  token(given: Given): string | undefined;
  readonly schema: ApiPropertyOptions;
  readonly column: C;
}

export type Fields = Readonly<Record<string, Field>>;

/** The sentence or the schema of a property. A schema is added to that of its type. */
type About = string | ApiPropertyOptions;
type Sql<Given> = string | ((given: Given) => string);
type Uses = readonly [ColumnUse, ...ColumnUse[]];

/** Makes a property from an expression. A property that lists use as a column has one expression for all statements. */
interface MakeField {
  <Given>(sql: Sql<Given>, about?: About): Field<Given, undefined>;
  (sql: string, about: About, ...uses: Uses): Field<unknown, Column>;
}

function schemaOf(type: ApiPropertyOptions, about: About = {}): ApiPropertyOptions {
  return Object.assign({}, type, typeof about === 'string' ? { description: about } : about);
}

function kind(
  token: (sql: string) => string,
  type: ApiPropertyOptions,
  columnOf: (sql: string, ...uses: readonly ColumnUse[]) => Column,
  ...always: readonly ColumnUse[]
): MakeField {
  function make<Given>(sql: Sql<Given>, about?: About): Field<Given, undefined>;
  function make(sql: string, about: About, ...uses: Uses): Field<unknown, Column>;
  function make<Given>(sql: Sql<Given>, about?: About, ...uses: readonly ColumnUse[]): Field<Given> {
    return {
      token: (given) => token(typeof sql === 'string' ? sql : sql(given)),
      schema: schemaOf(type, about),
      column: typeof sql === 'string' && uses.length > 0 ? columnOf(sql, ...uses, ...always) : undefined,
    };
  }
  return make;
}

const integer: ApiPropertyOptions = { type: 'integer' };
const text: ApiPropertyOptions = { type: 'string' };
const uuid: ApiPropertyOptions = { type: 'string', format: 'uuid' };
const time: ApiPropertyOptions = { type: 'string', format: 'date-time' };

function orNull(type: ApiPropertyOptions): ApiPropertyOptions {
  return schemaOf(type, { nullable: true });
}

function optional(token: (sql: string) => string): (sql: string) => string {
  return (sql) => optionalToken(token(sql));
}

/** `field.text('g.name', 'Unique.', 'sort', 'filter')`. `null…` is `{…, valid}` on the wire, `optional…` is null. */
export const field = {
  integer: kind(numberToken, integer, column.integer),
  int32: kind(numberToken, { type: 'integer', format: 'int32' }, column.integer),
  count: kind(numberToken, { type: 'integer', minimum: 0 }, column.integer),
  text: kind(textToken, text, column.string),
  /** A text that needs no escapes. */
  word: kind(plainTextToken, text, column.string),
  uuid: kind(plainTextToken, uuid, column.uuid),
  time: kind(timeToken, time, column.timestamp),
  boolean: kind(booleanToken, { type: 'boolean' }, column.boolean),
  /** One of a few words. */
  choice: (values: readonly string[]) => kind(plainTextToken, { enum: [...values] }, column.choice(values)),
  nullInt32: kind(nullInt32Token, { type: NullInt32Dto }, column.integer, 'nullable'),
  nullBoolean: kind(nullBooleanToken, { type: NullBoolDto }, column.boolean, 'nullable'),
  nullText: kind(nullTextToken, { type: NullStringDto }, column.string, 'nullable'),
  nullTime: kind(nullTimeToken, { type: NullTimeDto }, column.timestamp, 'nullable'),
  optionalText: kind(optional(textToken), orNull(text), column.string, 'nullable'),
  optionalUuid: kind(optional(plainTextToken), orNull(uuid), column.uuid, 'nullable'),
  optionalTime: kind(optional(timeToken), orNull(time), column.timestamp, 'nullable'),
  /** An expression that prints JSON. */
  json: kind((sql) => sql, {}, column.string),

  /** @param isAsked whether a statement has the property; always if absent */
  object: <F extends Fields>(
    shape: Shape<F>,
    about: About = {},
    isAsked: (given: GivenOf<F>) => boolean = () => true,
  ): Field<GivenOf<F>, undefined> => ({
    token: (given) => (isAsked(given) ? shape.tokenFor(given) : undefined),
    schema: schemaOf({ type: shape.dto }, about),
    column: undefined,
  }),

  /** @param from the text between FROM and ORDER BY */
  array: <F extends Fields>(
    shape: Shape<F>,
    from: string,
    orderBy: string,
    about: About = {},
  ): Field<GivenOf<F>, undefined> => ({
    token: (given) => arrayToken(shape.tokenFor(given), from, orderBy),
    schema: schemaOf({ type: [shape.dto] }, about),
    column: undefined,
  }),
};

/** The same property with another schema. */
export function described<F extends Field>(it: F, about: About): F {
  return { ...it, schema: schemaOf(it.schema, about) };
}

/** The parts that the SQL of all these fields needs. */
export type GivenOf<F extends Fields> = {
  [Name in keyof F]: F[Name] extends Field<infer Given> ? (given: Given) => void : never;
}[keyof F] extends (given: infer All) => void
  ? All
  : never;

/** The fields of a resource, and what follows from them. */
export interface Shape<F extends Fields = Fields> {
  readonly fields: F;
  /** The class of the OpenAPI document. */
  readonly dto: Type;
  /** The token of the object, if it is the same in all statements. */
  readonly token: unknown extends GivenOf<F> ? string : never;
  tokenFor(given: GivenOf<F>): string;
}

/** @param name of the schema in the OpenAPI document */
export function shape<F extends Fields>(name: string, fields: F): Shape<F>;
export function shape(name: string, fields: Fields): Omit<Shape, 'token'> & { readonly token: string } {
  const dto = class {};
  Object.defineProperty(dto, 'name', { value: name });
  for (const [property, { schema }] of Object.entries(fields)) ApiProperty(schema)(dto.prototype, property);
  const tokenFor = (given: unknown) => {
    const tokens = Object.entries(fields).map(([property, it]) => [property, it.token(given)] as const);
    return objectToken(Object.fromEntries(tokens.flatMap(([it, token]) => (token === undefined ? [] : [[it, token]]))));
  };
  return {
    fields,
    dto,
    tokenFor,
    get token() {
      return tokenFor(undefined);
    },
  };
}

type ColumnsOf<F extends Fields> = {
  readonly [Name in keyof F as F[Name]['column'] extends Column ? Name : never]: Column;
};

/** The columns of a list: the fields that it filters or sorts by. */
export function columnsOf<F extends Fields>(fields: F): ColumnsOf<F>;
export function columnsOf(fields: Fields): Readonly<Record<string, Column>> {
  return Object.fromEntries(Object.entries(fields).flatMap(([name, { column: it }]) => (it ? [[name, it]] : [])));
}
