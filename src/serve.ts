import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Logger } from 'pino';
import { AccountsService, type InitialAdmin } from './auth/accounts/accounts.service.js';
import type { Settings } from './config/settings.js';
import { isConnectionLoss } from './database/driver-errors.js';
import { openDatabase } from './database/open-database.js';
import { errorMessage } from './database/thrown.js';
import { createApp } from './create-app.js';
import { entities } from './entities.js';
import { listen } from './listen.js';
import { Readiness } from './operations/health/readiness.js';
import { Pipeline } from './pipeline/pipeline.js';
import { migrateQueue } from './queue/queue-schema.js';

/** So long that a database which ends right after each start is not started in a tight loop. */
const RETRY_MS = 500;

export interface RunningService {
  readonly app: NestExpressApplication;
  /** Where it listens, such as `http://127.0.0.1:8080`. */
  readonly url: string;
  /** The administrator that this start created, if any. */
  readonly initialAdmin: InitialAdmin | null;
  /** Takes no new requests, lets those in flight finish within the grace time, then lets go of the database. */
  stop(): Promise<void>;
}

/**
 * Starts the service: database, migrations, HTTP, tasks. Where the database goes away meanwhile, it starts over until DATABASE_WAIT has
 * passed, as it waits for a database that is not there yet.
 */
export async function serve(settings: Settings, logger: Logger): Promise<RunningService> {
  const deadline = Date.now() + settings.databaseWait * 1000;
  for (;;) {
    try {
      return await start(settings, logger);
    } catch (error) {
      if (!isConnectionLoss(error) || Date.now() >= deadline) throw error;
      logger.warn(`lost the database while starting, starting over: ${errorMessage(error)}`);
      await sleep(RETRY_MS);
    }
  }
}

async function start(settings: Settings, logger: Logger): Promise<RunningService> {
  const database = await openDatabase(settings, {
    entities,
    libraries: [migrateQueue],
    serving: true,
    log: (message) => logger.info(message),
  });
  const stopOf = (running: NestExpressApplication) => async () => {
    await closeGently(running, settings.shutdownGrace);
    await database.close();
  };
  let app: NestExpressApplication | undefined;
  try {
    const created = await createApp({ settings, dataSource: database.dataSource }, logger);
    app = created;
    const initialAdmin = await created.get(Readiness).startedBy(async () => {
      await listen(created.getHttpServer(), settings);
      // Last: a start that failed after it would take the password with it, which nobody has seen.
      return created.get(AccountsService).ensureInitialAdmin();
    });
    if (settings.role !== 'api') created.get(Pipeline).start();
    return { app: created, url: urlOf(created.getHttpServer()), initialAdmin, stop: stopOf(created) };
  } catch (error) {
    // Why it did not start says more than that it could not end well.
    await app?.close().catch(() => {});
    await database.close();
    throw error;
  }
}

function urlOf(server: Server): string {
  const address = server.address();
  if (!isTcp(address)) throw new Error('the server does not listen on a port');
  const host = address.family === 'IPv6' ? `[${address.address}]` : address.address;
  return `http://${host}:${address.port}`;
}

function isTcp(address: AddressInfo | string | null): address is AddressInfo {
  return typeof address === 'object' && address !== null;
}

/** Connections that are kept alive would hold the server open long after their last request. */
async function closeGently(app: NestExpressApplication, graceSeconds: number): Promise<void> {
  const server = app.getHttpServer();
  const idle = setInterval(() => server.closeIdleConnections(), 50);
  const grace = setTimeout(() => server.closeAllConnections(), graceSeconds * 1000);
  try {
    await app.close();
  } finally {
    clearInterval(idle);
    clearTimeout(grace);
  }
}
