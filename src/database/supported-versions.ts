import { DatabaseUnavailableError } from './database-unavailable-error.js';

const LEAST_MAJOR = 14;

/** @returns what is wrong with a server of this `server_version` (`16.4`, `18beta1`, `15.8 (Debian ...)`); null where nothing is. */
export function unsupported(version: string): DatabaseUnavailableError | null {
  if (Number.parseInt(version, 10) >= LEAST_MAJOR) return null;
  return new DatabaseUnavailableError(
    `The database is PostgreSQL ${version}; Graphward needs PostgreSQL ${LEAST_MAJOR} or newer.`,
  );
}
