/**
 * PostgreSQL writes the JSON of responses. A token is a SQL expression that prints one piece of the JSON and is never null. Text made by
 * `format` costs less than json_build_object, a third less for pages of jobs (docs/jobs.md), and has no spaces.
 */

/** @param fields tokens by property name; the names need no escapes */
export function objectToken(fields: Readonly<Record<string, string>>): string {
  const shape = Object.keys(fields).map((name) => `"${name}":%s`);
  return `format('{${shape.join(',')}}', ${Object.values(fields).join(', ')})`;
}

/** @param element the token of one row; `from` is the text between FROM and ORDER BY */
export function arrayToken(element: string, from: string, orderBy: string): string {
  return `(SELECT '[' || COALESCE(string_agg((${element})::text, ',' ORDER BY ${orderBy}), '') || ']' FROM ${from})`;
}

/** For a text or an array of texts. */
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

/** For uuids and constants, which need no escapes. */
export function plainTextToken(sql: string): string {
  return `'"' || ${sql} || '"'`;
}

/** UTC with milliseconds and `Z`. */
export function timeToken(sql: string): string {
  // The time zone of every session is UTC. The format writes the quotes too, which costs less than two concatenations.
  return String.raw`to_char(${sql}, '"\""YYYY-MM-DD"T"HH24:MI:SS.MS"Z\""')`;
}

/** Prints `null` for a value that is null. */
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

/** `{"bool", "valid"}` */
export function nullBooleanToken(sql: string): string {
  return `COALESCE('{"bool":' || (${sql})::text || ',"valid":true}', '{"bool":false,"valid":false}')`;
}

/** `{"string", "valid"}` */
export function nullTextToken(sql: string): string {
  return `COALESCE('{"string":' || ${textToken(sql)} || ',"valid":true}', '{"string":"","valid":false}')`;
}
