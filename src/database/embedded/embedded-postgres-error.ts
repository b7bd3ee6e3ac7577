/** The embedded PostgreSQL can't be had on this machine or in this place. The message always names the way out. */
export class EmbeddedPostgresError extends Error {
  constructor(problem: string, options?: ErrorOptions) {
    super(`${problem}\nSet DATABASE_URL to use a PostgreSQL (14 or newer) of your own instead.`, options);
    this.name = 'EmbeddedPostgresError';
  }
}
