/**
 * Logs one line about the database for the operator. The service logs every line; a command shows warnings only, such as that it waits
 * for a lock, or that something failed.
 */
export type DatabaseLog = (line: string, level: 'info' | 'warn') => void;

/**
 * The database cannot be used: it is not reachable, refuses the connection, or its version or tables do not fit. The message is for the
 * operator and contains no password.
 */
export class DatabaseUnavailableError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'DatabaseUnavailableError';
  }
}

/** The embedded PostgreSQL does not work on this machine or in this folder. The message ends with the alternative. */
export class EmbeddedPostgresError extends Error {
  constructor(problem: string, options?: ErrorOptions) {
    super(`${problem}\nSet DATABASE_URL to use a PostgreSQL (14 or newer) of your own instead.`, options);
    this.name = 'EmbeddedPostgresError';
  }
}
