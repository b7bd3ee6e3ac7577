import pg from 'pg';

/** Any number that nothing else locks in the database `postgres` of an embedded server. */
const USERS_LOCK = 7_206_401;

/**
 * A connection that holds a shared advisory lock while this process uses the embedded server. The last process gets the exclusive lock
 * ({@link takeAlone}) even if others were killed, and then stops the server. A process that arrives in between waits for the lock, loses
 * its connection by the stop, and starts the server again.
 */
export class UserLock {
  private constructor(private readonly client: pg.Client) {}

  /** @throws the error of the driver if the server is not reachable, is starting or is stopping */
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

  /** Calls `lost` when the connection is closed, because the server ended. */
  onLost(lost: () => void): void {
    this.client.once('end', lost);
  }

  /** Releases the shared lock and tries the exclusive one. If several processes leave at once, the last of them gets it. */
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
