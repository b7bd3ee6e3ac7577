/**
 * SQL: the milliseconds from now to the time in a column; null if there is none. Only the database compares the two times: an instance
 * whose clock is wrong learns how long a credential remains valid, and counts that down by its own clock.
 */
export function millisecondsUntil(column: string): string {
  return `(extract(epoch FROM ${column} - now()) * 1000)::float8`;
}
