/**
 * The `code` of what was thrown by Node, PostgreSQL or a library (`ENOENT`, `28P01`); undefined where it has none. What is thrown need not be
 * an Error of this realm (worker threads, test environments), so that nothing here asks for the class.
 */
export function errorCode(thrown: unknown): string | undefined {
  if (typeof thrown !== 'object' || thrown === null || !('code' in thrown)) return undefined;
  return typeof thrown.code === 'string' ? thrown.code : undefined;
}
