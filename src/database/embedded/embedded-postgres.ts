import { setTimeout as sleep } from 'node:timers/promises';
import type { DatabaseLog } from '../servers/operator-messages.js';
import { errorMessage } from '../../base/error-message.js';
import { type Cluster, prepareCluster } from './cluster.js';
import { ensureRunning, type EnsureOptions, type RunningServer } from './ensure-running.js';
import { stopPostmaster } from './postmaster.js';
import { serverSettings, type ServerSettings } from './server-settings.js';
import { forgetClientVariables } from './server-user.js';
import { prepareDatabase } from './service-role.js';

const DATABASE = 'graphward';
const STOP_SECONDS = 60;
const RECOVERY_PAUSE_MS = 1_000;

interface EmbeddedPostgresOptions {
  /** DATA_DIR. Its folder `postgres` contains the cluster, its password, port and log. */
  readonly dataDir: string;
  readonly log: DatabaseLog;
  /** PostgreSQL settings that override {@link serverSettings}. They apply if this call starts the server. */
  readonly serverSettings?: ServerSettings;
}

export interface EmbeddedPostgres {
  readonly url: string;
  /**
   * Ends the use of the server by this process. The last process that does so stops the server.
   * @returns whether the server still runs
   */
  stop(): Promise<boolean>;
}

/**
 * Starts the PostgreSQL server in DATA_DIR, or uses it if it already runs: another process may use it, or a killed one may have left it.
 * While this process uses the server, it restarts the server after a crash.
 * @throws EmbeddedPostgresError with the reason and the alternative
 */
export async function openEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { dataDir, log } = options;
  forgetClientVariables();
  const cluster = await prepareCluster(dataDir, log);
  const ensure = { log, settings: { ...serverSettings(), ...options.serverSettings } };
  const server = await ensureRunning(cluster, ensure);
  const url = await prepareDatabase(cluster, server.port, DATABASE).catch(async (error: unknown) => {
    await server.lock.end();
    throw error;
  });
  const origin = server.adopted ? 'using the running' : 'started the';
  log(
    `${origin} embedded PostgreSQL ${cluster.binaries.version} on port ${server.port}, data in ${cluster.home}`,
    'info',
  );
  return new WatchedServer(url, cluster, server, { ...ensure, port: server.port });
}

class WatchedServer implements EmbeddedPostgres {
  private stopping = false;
  private recovery: Promise<void> | null = null;

  constructor(
    readonly url: string,
    private readonly cluster: Cluster,
    private server: RunningServer,
    private readonly ensure: EnsureOptions,
  ) {
    this.watch();
  }

  async stop(): Promise<boolean> {
    this.stopping = true;
    await this.recovery;
    const { lock } = this.server;
    try {
      const alone = await lock.takeAlone().catch(() => false);
      return !alone || !(await stopPostmaster(this.cluster, STOP_SECONDS));
    } finally {
      await lock.end();
    }
  }

  private watch(): void {
    this.server.lock.onLost(() => {
      if (!this.stopping) this.recovery ??= this.recover();
    });
  }

  /** Callers have the URL, so the server must restart on the same port. */
  private async recover(): Promise<void> {
    this.ensure.log('the embedded PostgreSQL ended; starting it again', 'warn');
    while (!this.stopping) {
      try {
        this.server = await ensureRunning(this.cluster, this.ensure);
        this.recovery = null;
        this.watch();
        this.ensure.log('the embedded PostgreSQL runs again', 'warn');
        return;
      } catch (error) {
        this.ensure.log(errorMessage(error), 'warn');
        await sleep(RECOVERY_PAUSE_MS);
      }
    }
  }
}
