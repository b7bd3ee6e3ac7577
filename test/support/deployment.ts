import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';
import type { Database } from '../../src/database/database.js';
import { CollectionAdministrator } from './collection-administrator.js';
import { type CollectorProcess, startCollector } from './collector-process.js';
import { KillableService } from './killable-service.js';
import { serviceHome } from './test-database.js';
import type { SigningToken } from './signed-client.js';
import { until } from './until.js';

const PASSWORD = 'a password for the test';

/** A built enterprise service with its own database and collectors; its URL stays the same when it is killed. */
export interface Deployment {
  readonly service: KillableService;
  readonly administrator: CollectionAdministrator;
  readonly database: Database;
  /** Environment of its instances; a further instance needs another `PORT`. */
  readonly environment: Readonly<Record<string, string>>;
  /** Starts a simulated collector, which is killed with the deployment. @param options of its command line */
  collect(token: SigningToken, options?: Readonly<Record<string, string>>): CollectorProcess;
  /** Deletes the graph and waits for the analysis after it. */
  empty(): Promise<void>;
  /** Ends all processes and removes their data. */
  close(): Promise<void>;
}

/** @param program folder of `build` */
export async function deploy(program: string, settings: Readonly<Record<string, string>> = {}): Promise<Deployment> {
  const [{ db, dataDir, remove }, port] = await Promise.all([serviceHome(), freePort()]);
  const environment = {
    EDITION: 'enterprise',
    DATABASE_URL: db.url,
    DATA_DIR: dataDir,
    PORT: String(port),
    SECRET_KEY: 'the secret key of all instances of the test',
    INITIAL_ADMIN_PASSWORD: PASSWORD,
    PASSWORD_HASH_MEMORY_KIB: '8192',
    RATE_LIMIT_PER_SECOND: '0',
    ...settings,
  };
  const service = new KillableService(program, dataDir, environment);
  const collectors: CollectorProcess[] = [];
  const close = async () => {
    await Promise.all(collectors.map((it) => it.kill()));
    await service.stop();
    await remove();
  };
  try {
    await service.url();
  } catch (error) {
    await close();
    throw error;
  }
  const administrator = new CollectionAdministrator(() => service.url(), PASSWORD);
  return {
    service,
    administrator,
    database: db.database,
    environment,
    collect: (token, options = {}) => {
      const collector = startCollector(program, `http://127.0.0.1:${port}`, token, { jobs: '1', ...options });
      collectors.push(collector);
      return collector;
    },
    empty: async () => {
      await administrator.call(200, 'DELETE', '/graph?all=true');
      await until(
        async () => {
          const answer = await administrator.call(200, 'GET', '/analysis/status');
          return (answer as { data: { status: string } }).data.status === 'idle';
        },
        60,
        200,
      );
    },
    close,
  };
}

/** A port below the ephemeral ports, so that no other program gets it while the service is down. */
async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(20_000, 30_000);
    const probe = createServer();
    const isFree = await new Promise<boolean>((resolve) => {
      probe.once('error', () => resolve(false)).listen(port, '127.0.0.1', () => resolve(true));
    });
    if (!isFree) continue;
    await new Promise((resolve) => probe.close(resolve));
    return port;
  }
}
