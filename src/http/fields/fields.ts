import type { Type } from '@nestjs/common';
import { ApiExtraModels, ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
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
} from '../../database/sql/json-token.js';
import { type Column, column, type ColumnUse, describeList, type ListDescription } from '../list/list-description.js';
import { NullBoolDto, NullInt32Dto, NullStringDto, NullTimeDto } from '../openapi/wire.dto.js';

/**
 * A property of a resource: its SQL, its schema in the OpenAPI document, and its column if lists filter or sort by it.
 * `Given` has the parts of the SQL that differ by statement, such as the numbers of parameters. `Value` is its type in JSON.
 */
export interface Field<Value = unknown, Given = unknown, C extends Column | undefined = Column | undefined> {
  /** The token (src/database/sql/json-token.ts) of the value. Undefined leaves the property out. */
  token(given: Given): string | undefined;
  readonly schema: ApiPropertyOptions;
  readonly column: C;
  /** Classes that the schema refers to by their path. */
  readonly models?: readonly Type[];
  /** Never set; it only carries the type. */
  readonly value?: Value;
}

export type Fields = Readonly<Record<string, Field>>;

/** The sentence or the schema of a property. A schema is added to the one of its type. */
export type About = string | ApiPropertyOptions;
type Sql<Given> = string | ((given: Given) => string);
type Uses = readonly [ColumnUse, ...ColumnUse[]];

/** Makes a property from an expression. A property that lists use as a column has one expression for all statements. */
interface MakeField<Value> {
  <Given>(sql: Sql<Given>, about?: About): Field<Value, Given, undefined>;
  (sql: string, about: About, ...uses: Uses): Field<Value, unknown, Column>;
}

export function schemaOf(type: ApiPropertyOptions, about: About = {}): ApiPropertyOptions {
  return Object.assign({}, type, typeof about === 'string' ? { description: about } : about);
}

function always<T>(value: T): () => T {
  return () => value;
}

function kind<Value>(
  token: (sql: string) => string,
  type: ApiPropertyOptions,
  columnOf: (sql: string, ...uses: readonly ColumnUse[]) => Column,
  ...alwaysUses: readonly ColumnUse[]
): MakeField<Value> {
  function make<Given>(sql: Sql<Given>, about?: About): Field<Value, Given, undefined>;
  function make(sql: string, about: About, ...uses: Uses): Field<Value, unknown, Column>;
  function make<Given>(sql: Sql<Given>, about?: About, ...uses: readonly ColumnUse[]): Field<Value, Given> {
    return {
      token: typeof sql === 'string' ? always(token(sql)) : (given) => token(sql(given)),
      schema: schemaOf(type, about),
      column: typeof sql === 'string' && uses.length > 0 ? columnOf(sql, ...uses, ...alwaysUses) : undefined,
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
  integer: kind<number>(numberToken, integer, column.integer),
  int32: kind<number>(numberToken, { type: 'integer', format: 'int32' }, column.integer),
  count: kind<number>(numberToken, { type: 'integer', minimum: 0 }, column.integer),
  number: kind<number>(numberToken, { type: 'number' }, column.integer),
  /** From 0 to 1. */
  share: kind<number>(numberToken, { type: 'number', minimum: 0, maximum: 1 }, column.integer),
  text: kind<string>(textToken, text, column.string),
  /** A text that needs no escapes. */
  word: kind<string>(plainTextToken, text, column.string),
  uuid: kind<string>(plainTextToken, uuid, column.uuid),
  time: kind<string>(timeToken, time, column.timestamp),
  boolean: kind<boolean>(booleanToken, { type: 'boolean' }, column.boolean),
  /** One of a few words. */
  choice: <Word extends string>(values: readonly Word[]) =>
    kind<Word>(plainTextToken, { enum: [...values] }, column.choice(values)),
  optionalChoice: <Word extends string>(values: readonly Word[]) =>
    kind<Word | null>(
      optional(plainTextToken),
      { ...orNull(text), enum: [...values, null] },
      column.choice(values),
      'nullable',
    ),
  nullInt32: kind<NullInt32Dto>(nullInt32Token, { type: NullInt32Dto }, column.integer, 'nullable'),
  nullBoolean: kind<NullBoolDto>(nullBooleanToken, { type: NullBoolDto }, column.boolean, 'nullable'),
  nullText: kind<NullStringDto>(nullTextToken, { type: NullStringDto }, column.string, 'nullable'),
  nullTime: kind<NullTimeDto>(nullTimeToken, { type: NullTimeDto }, column.timestamp, 'nullable'),
  optionalText: kind<string | null>(optional(textToken), orNull(text), column.string, 'nullable'),
  optionalCount: kind<number | null>(
    (sql) => optionalToken(`(${sql})::text`),
    orNull({ type: 'integer', minimum: 0 }),
    column.integer,
    'nullable',
  ),
  optionalUuid: kind<string | null>(optional(plainTextToken), orNull(uuid), column.uuid, 'nullable'),
  optionalTime: kind<string | null>(optional(timeToken), orNull(time), column.timestamp, 'nullable'),

  /** An expression that prints JSON. */
  json: <Value>(schema: ApiPropertyOptions) => kind<Value>((sql) => sql, schema, column.string),

  /** An expression that prints an object with any members. */
  anyObject: kind<Readonly<Record<string, unknown>>>(
    (sql) => sql,
    { type: 'object', additionalProperties: true },
    column.string,
  ),

  /** `deleted_at` of a record, which is never set. */
  neverDeleted: () =>
    kind<NullTimeDto>(
      nullTimeToken,
      { type: NullTimeDto },
      column.timestamp,
    )('NULL::timestamptz', 'Never set: deleted records are not kept.'),

  /** @param isAsked whether a statement has the property; always if absent */
  object: <F extends Fields>(
    shape: Shape<F>,
    about: About = {},
    isAsked: (given: GivenOf<F>) => boolean = () => true,
  ): Field<JsonOf<F>, GivenOf<F>, undefined> => ({
    token: (given) => (isAsked(given) ? shape.tokenFor(given) : undefined),
    schema: schemaOf({ type: shape.dto }, about),
    column: undefined,
  }),

  /** An object if a condition holds, else null. */
  objectIf: <F extends Fields>(
    condition: string,
    shape: Shape<F>,
    about: About = {},
  ): Field<JsonOf<F> | null, GivenOf<F>, undefined> => ({
    token: (given) => `CASE WHEN ${condition} THEN ${shape.tokenFor(given)} ELSE 'null' END`,
    schema: orNull(schemaOf({ type: shape.dto }, about)),
    column: undefined,
  }),

  /** An object of the one row of a subquery. @param from the text after FROM */
  row: <F extends Fields>(
    shape: Shape<F>,
    from: string,
    about: About = {},
  ): Field<JsonOf<F>, GivenOf<F>, undefined> => ({
    token: (given) => `(SELECT ${shape.tokenFor(given)} FROM ${from})`,
    schema: schemaOf({ type: shape.dto }, about),
    column: undefined,
  }),

  /** @param from the text between FROM and ORDER BY */
  array: <F extends Fields>(
    shape: Shape<F>,
    from: string,
    orderBy: string,
    about: About = {},
  ): Field<readonly JsonOf<F>[], GivenOf<F>, undefined> => ({
    token: (given) => arrayToken(shape.tokenFor(given), from, orderBy),
    schema: schemaOf({ type: [shape.dto] }, about),
    column: undefined,
  }),
};

/** The properties of every stored record, of the row with this alias. */
export function recordFields(alias: string) {
  return {
    id: field.int32(`${alias}.id`),
    created_at: field.time(`${alias}.created_at`),
    updated_at: field.time(`${alias}.updated_at`),
    deleted_at: field.nullTime(`${alias}.deleted_at`, 'Never set: deleted records are not kept.'),
  };
}

/** The same property with another schema. */
export function described<F extends Field>(it: F, about: About): F {
  return { ...it, schema: schemaOf(it.schema, about) };
}

/** The parts that the SQL of all these fields needs. */
export type GivenOf<F extends Fields> = {
  [Name in keyof F]: F[Name] extends Field<unknown, infer Given> ? (given: Given) => void : never;
}[keyof F] extends (given: infer All) => void
  ? All
  : never;

/** The JSON of these fields. A property whose value may be undefined may be absent. */
export type JsonOf<F extends Fields> = {
  readonly [Name in Exclude<keyof F, AbsentOf<F>>]: ValueOf<F[Name]>;
} & { readonly [Name in AbsentOf<F>]?: ValueOf<F[Name]> };

type ValueOf<F extends Field> = F extends Field<infer Value> ? Value : never;
type AbsentOf<F extends Fields> = {
  [Name in keyof F]: undefined extends ValueOf<F[Name]> ? Name : never;
}[keyof F];

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
  ApiExtraModels(...Object.values(fields).flatMap(({ models = [] }) => models))(dto);
  const tokenFor = (given: unknown) => {
    const tokens = Object.entries(fields).map(([property, it]) => [property, it.token(given)] as const);
    return objectToken(Object.fromEntries(tokens.flatMap(([it, token]) => (token === undefined ? [] : [[it, token]]))));
  };
  let token: string | undefined;
  return {
    fields,
    dto,
    tokenFor,
    get token() {
      return (token ??= tokenFor(undefined));
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

type ListOptions<Flag extends string> = Pick<ListDescription<string, Flag>, 'defaultSort' | 'tieBreaker'> &
  Partial<Pick<ListDescription<string, Flag>, 'defaultLimit' | 'flags' | 'polled'>>;

/** The list of these objects. It filters and sorts by the columns of their fields. */
export function listOf<F extends Fields, Flag extends string = never>(
  { fields }: Shape<F>,
  options: ListOptions<Flag>,
): ListDescription<Extract<keyof ColumnsOf<F>, string>, Flag> {
  return describeList({ columns: columnsOf(fields), ...options });
}
