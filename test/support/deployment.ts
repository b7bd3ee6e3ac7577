import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';
import type { Database } from '../../src/database/database.js';
import { CollectionAdministrator } from './collection-client.js';
import { type CollectorProcess, startCollector } from './collector-process.js';
import { MortalService } from './mortal-service.js';
import { serviceHome } from './service-home.js';
import type { SigningToken } from './signed-client.js';
import { until } from './until.js';

const PASSWORD = 'a password for the test';

/** A built service of the enterprise edition on a database of its own, at an address that stays when it is killed, with its collectors. */
export interface Deployment {
  readonly service: MortalService;
  readonly administrator: CollectionAdministrator;
  readonly database: Database;
  /** What its instances are started with; another one takes another `PORT`. */
  readonly environment: Readonly<Record<string, string>>;
  /** @param options as the command line of the simulated collector takes them, which is killed with the deployment */
  collect(token: SigningToken, options?: Readonly<Record<string, string>>): CollectorProcess;
  /** Removes all that is in the graph, and waits until what follows from that is done. */
  empty(): Promise<void>;
  /** Ends all of it, and removes what it left. */
  close(): Promise<void>;
}

/** @param program what `build` made */
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
  const service = new MortalService(program, dataDir, environment);
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

/** A port below those that are given to whoever asks for any, so that nobody takes it while the service is killed. */
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
