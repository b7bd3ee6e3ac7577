import { type ApiPropertyOptions, getSchemaPath } from '@nestjs/swagger';
import { NullBoolDto, NullInt32Dto, NullStringDto, NullTimeDto } from '../openapi/wire.dto.js';
import { type About, type Field, type Fields, type JsonOf, schemaOf, type Shape } from './fields.js';

type MemoryField<Value> = Field<Value, unknown, undefined>;

function kind<Value>(type: ApiPropertyOptions): (about?: About) => MemoryField<Value> {
  return (about) => ({ token: () => undefined, schema: schemaOf(type, about), column: undefined });
}

const text: ApiPropertyOptions = { type: 'string' };
const time: ApiPropertyOptions = { type: 'string', format: 'date-time' };
const nullable = { nullable: true } as const;

/** Properties that are computed in memory: `memory.text('Unique.')`. They have the names of `field`. */
export const memory = {
  integer: kind<number>({ type: 'integer' }),
  int32: kind<number>({ type: 'integer', format: 'int32' }),
  count: kind<number>({ type: 'integer', minimum: 0 }),
  number: kind<number>({ type: 'number' }),
  /** From 0 to 1. */
  share: kind<number>({ type: 'number', minimum: 0, maximum: 1 }),
  text: kind<string>(text),
  uuid: kind<string>({ type: 'string', format: 'uuid' }),
  time: kind<string>(time),
  boolean: kind<boolean>({ type: 'boolean' }),
  texts: kind<readonly string[]>({ type: [String] }),
  /** One of a few words. */
  choice: <Word extends string>(words: readonly Word[]) => kind<Word>({ enum: [...words] }),
  optionalText: kind<string | null>({ ...text, ...nullable }),
  optionalTime: kind<string | null>({ ...time, ...nullable }),
  nullInt32: kind<NullInt32Dto>({ type: NullInt32Dto }),
  nullBoolean: kind<NullBoolDto>({ type: NullBoolDto }),
  nullText: kind<NullStringDto>({ type: NullStringDto }),
  nullTime: kind<NullTimeDto>({ type: NullTimeDto }),
  anyObject: kind<Readonly<Record<string, unknown>>>({ type: 'object', additionalProperties: true }),
  /** Numbers from 1 by names that are not known before. */
  counts: kind<Readonly<Record<string, number>>>({
    type: 'object',
    additionalProperties: { type: 'integer', minimum: 1 },
  }),
  object: <F extends Fields>({ dto }: Shape<F>, about?: About) => kind<JsonOf<F>>({ type: dto })(about),
  optionalObject: <F extends Fields>({ dto }: Shape<F>, about?: About) =>
    kind<JsonOf<F> | null>({ type: dto, ...nullable })(about),
  array: <F extends Fields>({ dto }: Shape<F>, about?: About) => kind<readonly JsonOf<F>[]>({ type: [dto] })(about),

  /** Objects by names that are not known before. */
  objects: <F extends Fields>({ dto }: Shape<F>, about?: About): MemoryField<Readonly<Record<string, JsonOf<F>>>> => ({
    ...kind<Readonly<Record<string, JsonOf<F>>>>({
      type: 'object',
      additionalProperties: { $ref: getSchemaPath(dto) },
    })(about),
    models: [dto],
  }),

  /** The properties of every stored record. */
  record: () => ({
    id: memory.int32(),
    created_at: memory.time(),
    updated_at: memory.time(),
    deleted_at: memory.nullTime('Never set: deleted records are not kept.'),
  }),

  /** A property with a schema of its own. */
  any: <Value>(schema: ApiPropertyOptions) => kind<Value>(schema)(),

  /** The same property, which may be absent. */
  absent: <Value>(it: MemoryField<Value>): MemoryField<Value | undefined> => ({
    ...it,
    schema: schemaOf(it.schema, { required: false }),
  }),
};
