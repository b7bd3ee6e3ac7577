/** The database can't be used: not reached in time, it refuses, its version or its tables do not fit. The message is for the operator; it holds no password. */
export class DatabaseUnavailableError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'DatabaseUnavailableError';
  }
}
