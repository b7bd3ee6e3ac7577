/**
 * How PostgreSQL writes the JSON of an answer: SQL expressions that print as a piece of it and are never null. Text put
 * together by `format` costs less than json_build_object, a third less for pages of jobs (docs/jobs.md), and has no spaces.
 */

/** @param fields property names of the product's own, and the tokens of their values */
export function objectToken(fields: Readonly<Record<string, string>>): string {
  const shape = Object.keys(fields).map((name) => `"${name}":%s`);
  return `format('{${shape.join(',')}}', ${Object.values(fields).join(', ')})`;
}

/** @param element token of one element of the rows of `from`; `from` is what stands behind FROM and ends before ORDER BY */
export function arrayToken(element: string, from: string, orderBy: string): string {
  return `(SELECT '[' || COALESCE(string_agg((${element})::text, ',' ORDER BY ${orderBy}), '') || ']' FROM ${from})`;
}

/** Of a text, or of an array of them. */
export function textToken(sql: string): string {
  return `to_json(${sql})::text`;
}

/** A cast to text would cost a third more than letting `format` print the number. */
export function numberToken(sql: string): string {
  return sql;
}

export function booleanToken(sql: string): string {
  return `(${sql})::text`;
}

/** For uuids and words of the product's own, which need no escapes. */
export function plainTextToken(sql: string): string {
  return `'"' || ${sql} || '"'`;
}

/** UTC with milliseconds and `Z`. */
export function timeToken(sql: string): string {
  // The time zone of every session is UTC. The format writes the quotes too, which costs less than two concatenations.
  return String.raw`to_char(${sql}, '"\""YYYY-MM-DD"T"HH24:MI:SS.MS"Z\""')`;
}

/** JSON's null in the place of a value that is null. */
export function optionalToken(token: string): string {
  return `COALESCE(${token}, 'null')`;
}

/** `{"time", "valid"}` */
export function nullTimeToken(sql: string): string {
  return `COALESCE('{"time":' || ${timeToken(sql)} || ',"valid":true}', '{"time":null,"valid":false}')`;
}

/** `{"int32", "valid"}` */
export function nullInt32Token(sql: string): string {
  return `COALESCE('{"int32":' || ${sql} || ',"valid":true}', '{"int32":0,"valid":false}')`;
}

/** Names and tokens of what RecordDto describes. */
export function recordTokens(table: string): Record<string, string> {
  return {
    id: numberToken(`${table}.id`),
    created_at: timeToken(`${table}.created_at`),
    updated_at: timeToken(`${table}.updated_at`),
    deleted_at: nullTimeToken(`${table}.deleted_at`),
  };
}
