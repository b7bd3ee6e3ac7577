/**
 * Returns the first message of an error that is not empty. Connecting to several addresses, for example, fails with a list of errors.
 * Errors of worker threads and test environments are no instances of this realm's Error, so the class is not checked.
 */
export function errorMessage(error: unknown): string {
  if (typeof error !== 'object' || error === null) return String(error);
  if ('message' in error && typeof error.message === 'string' && error.message) return error.message;
  if ('errors' in error && Array.isArray(error.errors) && error.errors.length > 0) return errorMessage(error.errors[0]);
  return errorCode(error) ?? Object.prototype.toString.call(error);
}

/** Returns the `code` of an error of Node, PostgreSQL or a library (`ENOENT`, `28P01`); undefined if it has none. */
export function errorCode(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}
