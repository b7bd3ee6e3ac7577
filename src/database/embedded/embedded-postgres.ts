import { setTimeout as sleep } from 'node:timers/promises';
import type { Report } from '../report.js';
import { errorMessage } from '../../base/error-message.js';
import { type Cluster, prepareCluster } from './cluster.js';
import { ensureRunning, type EnsureOptions, type RunningServer, urlOf } from './ensure-running.js';
import { stopPostmaster } from './postmaster.js';
import { serverSettings, type ServerSettings } from './server-settings.js';

const DATABASE = 'graphward';
const STOP_SECONDS = 60;
const RECOVERY_PAUSE_MS = 1_000;

export interface EmbeddedPostgresOptions {
  /** DATA_DIR: the cluster, its password, port and log are in its folder `postgres`. */
  readonly dataDir: string;
  readonly log: Report;
  /** PostgreSQL settings that differ from {@link serverSettings}. They count for a server that this call starts. */
  readonly serverSettings?: ServerSettings;
}

export interface EmbeddedPostgres {
  readonly url: string;
  /**
   * Ends this process's use of the server. The last process to do so stops it, whoever started it.
   * @returns whether the server still runs.
   */
  stop(): Promise<boolean>;
}

/**
 * PostgreSQL for whoever has none: starts the one in DATA_DIR, or adopts it where another process of this product, or one
 * that was killed, left it running. While it is in use here it is started again whenever it dies.
 * @throws EmbeddedPostgresError where that can't be had, with the reason and the way out.
 */
export async function openEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { dataDir, log } = options;
  const cluster = await prepareCluster(dataDir, log);
  const ensure = { log, settings: { ...serverSettings(), ...options.serverSettings } };
  const server = await ensureRunning(cluster, ensure);
  try {
    await server.lock.createDatabase(DATABASE);
  } catch (error) {
    await server.lock.end();
    throw error;
  }
  const origin = server.adopted ? 'using the running' : 'started the';
  log(
    `${origin} embedded PostgreSQL ${cluster.binaries.version} on port ${server.port}, data in ${cluster.home}`,
    'routine',
  );
  return new WatchedServer(cluster, server, { ...ensure, port: server.port });
}

class WatchedServer implements EmbeddedPostgres {
  readonly url: string;
  private stopping = false;
  private recovery: Promise<void> | null = null;

  constructor(
    private readonly cluster: Cluster,
    private server: RunningServer,
    private readonly ensure: EnsureOptions,
  ) {
    this.url = urlOf(cluster, server.port, DATABASE);
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

  /** The address was given out, so the server has to come back on the same port. */
  private async recover(): Promise<void> {
    this.ensure.log('the embedded PostgreSQL ended; starting it again', 'notable');
    while (!this.stopping) {
      try {
        this.server = await ensureRunning(this.cluster, this.ensure);
        this.recovery = null;
        this.watch();
        this.ensure.log('the embedded PostgreSQL runs again', 'notable');
        return;
      } catch (error) {
        this.ensure.log(errorMessage(error), 'notable');
        await sleep(RECOVERY_PAUSE_MS);
      }
    }
  }
}
