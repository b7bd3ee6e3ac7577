import pg from 'pg';
import { ignoreConnectionLoss } from '../../database/connect.js';

type Connected = Parameters<typeof pg.Pool.prototype.connect>[0];
type Release = Parameters<Connected>[2];

/**
 * The connections of the library's workers. The library gives the one that it listens on back twice where that is lost while it
 * stops listening; nothing catches what the pool then throws, and the process would end.
 */
class WorkerConnections extends pg.Pool {
  override connect(): Promise<pg.PoolClient>;
  override connect(connected: Connected): void;
  override connect(connected?: Connected): Promise<pg.PoolClient> | void {
    if (!connected) return super.connect();
    super.connect((error, client, release) => connected(error, client, once(release)));
  }
}

function once(release: Release): Release {
  let isReleased = false;
  return (reason) => {
    if (!isReleased) release(reason);
    isReleased = true;
  };
}

export function workerConnections(url: string, most: number): pg.Pool {
  return ignoreConnectionLoss(
    new WorkerConnections({ connectionString: url, max: most, application_name: 'graphward-worker' }),
  );
}
