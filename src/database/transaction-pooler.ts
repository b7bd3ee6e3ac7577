import pg from 'pg';

/** More than once, because other clients of a pooler can take the connection that would prove it. */
const ROUNDS = 8;

/** The process of PostgreSQL that answers. Process ids repeat on other machines and after a restart. */
const SERVER_PROCESS = `SELECT pg_backend_pid() || ' ' || pg_postmaster_start_time() AS process`;

/**
 * Whether a pooler between here and PostgreSQL shares server connections by transaction or by statement (PgBouncer's `pool_mode`).
 * Without one, or with one that shares them by session, each connection keeps a server process of its own. A pooler that hands out the
 * server connection released last answers two connections from one process; a pooler that hands them out in turn answers one
 * connection from two processes.
 * @param client a connection that is open
 * @param config how to open another one
 */
export async function isTransactionPooler(client: pg.Client, config: pg.ClientConfig): Promise<boolean> {
  const other = new pg.Client(config);
  other.on('error', () => {});
  try {
    await other.connect();
    const own = await serverProcess(client);
    for (let round = 0; round < ROUNDS; round++) {
      if ((await serverProcess(client)) !== own) return true;
      if ((await serverProcess(other)) === own) return true;
    }
    return false;
  } finally {
    await other.end().catch(() => {});
  }
}

async function serverProcess(client: pg.Client): Promise<string | undefined> {
  const { rows } = await client.query<{ process: string }>(SERVER_PROCESS);
  return rows[0]?.process;
}
