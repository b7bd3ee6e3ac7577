import type pg from 'pg';

/**
 * Keeps the loss of a connection from ending the process: a pool listens to its connections only while they are idle, and without a
 * listener the event is thrown. Whoever uses the connection is told by the statement that fails.
 * @returns the pool
 */
export function outlivesLoss(pool: pg.Pool): pg.Pool {
  pool.on('error', ignore);
  pool.on('connect', (client) => client.on('error', ignore));
  return pool;
}

function ignore(): void {}
