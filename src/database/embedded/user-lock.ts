import pg from 'pg';

/** Any number will do, as long as nothing else locks it in the database `postgres` of an embedded server. */
const USERS_LOCK = 7_206_401;

/**
 * A connection that says "this process uses the embedded server". It holds a shared lock for as long as it lives, so that
 * the last to leave can tell that it is the last ({@link takeAlone}), however a user ended, and no new one slips in between
 * that finding and the stop: it waits for the lock, is sent away by the stop, and starts the server anew.
 */
export class UserLock {
  private constructor(private readonly client: pg.Client) {}

  /** @throws the driver's error where the server can't be reached, is starting, or is just being stopped. */
  static async take(url: string): Promise<UserLock> {
    const client = new pg.Client({
      connectionString: url,
      application_name: 'graphward-user',
      connectionTimeoutMillis: 5_000,
      keepAlive: true,
    });
    client.on('error', () => {});
    try {
      await client.connect();
      await client.query('SELECT pg_advisory_lock_shared($1)', [USERS_LOCK]);
    } catch (error) {
      await client.end().catch(() => {});
      throw error;
    }
    return new UserLock(client);
  }

  /** Calls back when the connection is gone: the server ended. */
  onLost(lost: () => void): void {
    this.client.once('end', lost);
  }

  async createDatabase(name: string): Promise<void> {
    const { rowCount } = await this.client.query('SELECT FROM pg_database WHERE datname = $1', [name]);
    if (rowCount) return;
    try {
      await this.client.query(`CREATE DATABASE ${pg.escapeIdentifier(name)}`);
    } catch (error) {
      const madeByAnother = error instanceof pg.DatabaseError && ['42P04', '23505'].includes(error.code ?? '');
      if (!madeByAnother) throw error;
    }
  }

  /** Gives the shared lock up, and takes it alone where nobody else has it. The last of several that leave at once gets it. */
  async takeAlone(): Promise<boolean> {
    await this.client.query('SELECT pg_advisory_unlock_shared($1)', [USERS_LOCK]);
    const { rows } = await this.client.query<{ alone: boolean }>('SELECT pg_try_advisory_lock($1) AS alone', [
      USERS_LOCK,
    ]);
    return rows[0]?.alone === true;
  }

  async end(): Promise<void> {
    await this.client.end().catch(() => {});
  }
}
