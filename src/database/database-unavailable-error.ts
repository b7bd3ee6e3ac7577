/** The database can't be used: not reached in time, it refuses, or it is too old. The message is for the operator; it holds no password. */
export class DatabaseUnavailableError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'DatabaseUnavailableError';
  }
}
