// What is thrown need not be an Error of this realm (worker threads, test environments), so nothing here asks for the class.

/** The `code` of what was thrown (`ENOENT`, `28P01`); undefined where it has none. */
export function errorCode(thrown: unknown): string | undefined {
  return typeof thrown === 'object' && thrown !== null && 'code' in thrown && typeof thrown.code === 'string'
    ? thrown.code
    : undefined;
}

/** The first words on what went wrong that are not empty. Connecting to several addresses fails with a list of reasons. */
export function errorMessage(thrown: unknown): string {
  if (typeof thrown !== 'object' || thrown === null) return String(thrown);
  if ('message' in thrown && typeof thrown.message === 'string' && thrown.message) return thrown.message;
  if ('errors' in thrown && Array.isArray(thrown.errors) && thrown.errors.length > 0)
    return errorMessage(thrown.errors[0]);
  return errorCode(thrown) ?? Object.prototype.toString.call(thrown);
}
