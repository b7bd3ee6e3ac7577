import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Logger } from 'pino';
import { AppModule, type Runtime } from './app.module.js';
import { AccountsService, checkInitialAdminPassword, type InitialAdmin } from './auth/accounts/accounts.service.js';
import { loadSecrets } from './auth/secrets/secrets.js';
import { productVersion } from './base/config/product-version.js';
import type { Settings } from './base/config/settings.js';
import { currentTracer } from './base/scope/tracing.js';
import { errorCode, errorMessage } from './base/error-message.js';
import { collectGarbage, limitGarbage } from './base/threads/collect-garbage.js';
import { isConnectionLoss } from './database/driver-errors.js';
import { openDatabase } from './database/opening/open-database.js';
import { entities } from './entities.js';
import { compatLayer } from './compat/compat-layer.js';
import { GraphKeeper } from './graph/memory/graph-keeper.js';
import { KNOWN_ROUTES, KnownRoutes } from './http/errors/known-routes.js';
import { configureHttp } from './http/http.module.js';
import { pageFolder } from './http/page/page-folder.js';
import { isPageBuilt, servePage } from './http/page/serve-page.js';
import { OpenConnections } from './http/request/open-connections.js';
import { Readiness } from './observability/health/readiness.js';
import { createLogger, NestLogger } from './observability/logging/logger.js';
import { malformedLog, requestLog } from './observability/logging/request-log.js';
import { Metrics } from './observability/metrics/metrics.js';
import { mountReference } from './observability/reference/reference-document.js';
import { visibleRoutes } from './observability/reference/visible-routes.js';
import { startTracing } from './observability/tracing/start-tracing.js';
import { migrateQueue } from './queue/graphile.js';
import { TaskRunner } from './queue/task-runner.js';

/** Pause between two attempts to start, so that a database that fails right after each start causes no tight loop. */
const RETRY_MS = 500;

/** Terminals, npm and service managers signal a whole process group, so one stop can arrive as several signals. */
const SAME_STOP_MS = 1_000;

/**
 * Connections that wait to be accepted; the system may allow fewer. With the 511 of Node, a thousand that arrive at once make others try
 * again after a second.
 */
const maxUnaccepted = 4096;

export interface RunningService {
  readonly app: NestExpressApplication;
  /** Base address, such as `http://127.0.0.1:8080`. */
  readonly url: string;
  /** The administrator that this start created, if any. */
  readonly initialAdmin: InitialAdmin | null;
  /** Reports that it is not ready, refuses new requests after SHUTDOWN_DELAY, waits for open ones for SHUTDOWN_GRACE, closes the database. */
  stop(): Promise<void>;
}

/**
 * Runs the service as the main job of this process: SIGINT and SIGTERM stop it and end the process, also while it starts.
 * @returns the service, and a signal that fires when the first stop signal arrives
 */
export async function runService(settings: Settings): Promise<{ service: RunningService; stopping: AbortSignal }> {
  const { logger, flush } = createLogger(settings);
  const starting = serve(settings, logger);
  let serving = false;
  const stopping = stopOnSignal(async () => {
    logger.info('stopping: not ready any more; requests in flight finish');
    // An embedded server must be stopped even if the start is not complete. An external database needs no such wait.
    if (serving || !settings.databaseUrl) await (await starting.catch(() => null))?.stop();
    flush();
  });
  const service = await starting;
  serving = true;
  return { service, stopping };
}

/**
 * Starts database, migrations, HTTP and tasks. If the connection is lost meanwhile, it starts again until DATABASE_WAIT has passed.
 * @throws SettingsError before a database is made; Error if the database stays away, or if HOST and PORT cannot be used
 */
export async function serve(settings: Settings, logger: Logger): Promise<RunningService> {
  checkInitialAdminPassword(settings);
  limitGarbage();
  const deadline = Date.now() + settings.databaseWait * 1000;
  for (const line of settings.misspelt) logger.warn(line);
  const stopTracing = await startTracing(settings, logger);
  for (;;) {
    try {
      const service = await start(settings, logger);
      // The limit applies from the first collection, which V8 begins at 256 MB.
      setImmediate(collectGarbage);
      const stop = async () => {
        await service.stop();
        await stopTracing();
      };
      return { ...service, stop };
    } catch (error) {
      if (!isConnectionLoss(error) || Date.now() >= deadline) throw error;
      logger.warn(`lost the database while starting, starting over: ${errorMessage(error)}`);
      await sleep(RETRY_MS);
    }
  }
}

/** Creates the HTTP application of the service and of the tests, ready to listen. */
export async function createApp(runtime: Runtime, logger: Logger): Promise<NestExpressApplication> {
  const { settings, adapter, modules, hasErrorCodes, apply, describe, form } = compatLayer(runtime.settings);
  const root = AppModule.with({ ...runtime, settings }, modules);
  const app = await NestFactory.create<NestExpressApplication>(root, adapter, {
    bodyParser: false,
    abortOnError: false,
    logger: new NestLogger(logger),
  });
  const tracer = currentTracer();
  if (tracer) app.use(tracer.request.bind(tracer));
  const metrics = app.get(Metrics);
  const log = requestLog(logger);
  configureHttp(app, settings, {
    hasErrorCodes,
    onEnd: (request, response, complete) => {
      metrics.observe(request, response);
      log(request, response, complete);
    },
    onMalformed: malformedLog(logger),
  });
  apply(app);
  if (settings.role !== 'worker') {
    app.set(KNOWN_ROUTES, new KnownRoutes(visibleRoutes(app)));
    if (settings.ui) mountPage(app, runtime.pageFolder ?? pageFolder(), logger);
    mountReference(app, productVersion(), describe, form);
  }
  return app.init();
}

function mountPage(app: NestExpressApplication, folder: string | undefined, logger: Logger): void {
  if (isPageBuilt(folder)) app.use(servePage(folder));
  else
    logger.warn(
      `the page is not built, so /ui answers 404: there is no index.html in ${folder ?? 'dist/ui'}; npm run build makes it`,
    );
}

/**
 * Listens on HOST and PORT.
 * @throws Error that names the setting to change
 */
export async function listen(server: Server, { host, port }: Pick<Settings, 'host' | 'port'>): Promise<void> {
  server.listen(port, host, maxUnaccepted);
  try {
    await once(server, 'listening');
  } catch (cause) {
    throw new Error(listenFault(cause, host, port), { cause });
  }
}

async function start(settings: Settings, logger: Logger): Promise<RunningService> {
  const database = await openDatabase(settings, {
    entities,
    libraries: [migrateQueue],
    serving: true,
    log: (message) => logger.info(message),
  });
  let app: NestExpressApplication | undefined;
  try {
    // Nest would log the stack of a damaged secret, and the message of its creation is for the operator.
    await loadSecrets(settings);
    const created = await createApp({ settings, dataSource: database.dataSource }, logger);
    app = created;
    const connections = new OpenConnections(created.getHttpServer());
    const stop = async () => {
      await closeGently(created, connections, settings);
      await database.close();
    };
    if (settings.role !== 'worker') void created.get(GraphKeeper).keepLoaded();
    const initialAdmin = await created.get(Readiness).startedBy(async () => {
      await listen(created.getHttpServer(), settings);
      // Last, because the generated password is shown once: if a later step failed, nobody would have seen it.
      return created.get(AccountsService).ensureInitialAdmin();
    });
    if (settings.role !== 'api') created.get(TaskRunner).start();
    return { app: created, url: urlOf(created.getHttpServer()), initialAdmin, stop };
  } catch (error) {
    // A failure to close must not replace the reason why the start failed.
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

function listenFault(error: unknown, host: string, port: number): string {
  switch (errorCode(error)) {
    case 'EADDRINUSE':
      return `PORT: ${port} on ${host} is taken by another program; set another one, or 0 for any that is free`;
    case 'EACCES':
      return `PORT: this user may not listen on ${port}; set one from 1024 on, or 0 for any that is free`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `HOST: ${host} is not an address of this machine`;
    case undefined:
    default:
      return `HOST, PORT: can't listen on ${host}, port ${port}: ${String(error)}`;
  }
}

/**
 * Is not ready at once, so that a balancer sends requests elsewhere, but accepts them for SHUTDOWN_DELAY. Whatever requests use ends in
 * `onApplicationShutdown`, after the last of them.
 */
async function closeGently(
  app: NestExpressApplication,
  connections: OpenConnections,
  { shutdownDelay, shutdownGrace }: Settings,
): Promise<void> {
  app.get(Readiness).shutDown();
  connections.announceEnd();
  await sleep(shutdownDelay * 1000);
  // Nest would refuse connections after the running tasks have ended.
  await Promise.all([app.get(TaskRunner).onModuleDestroy(), connections.close(shutdownGrace)]);
  await app.close();
}

/**
 * Stops gently on the first SIGINT or SIGTERM and at once on a later one. The exit code is 0 if the stop succeeded.
 * @returns a signal that fires with the first of them
 */
function stopOnSignal(stop: () => Promise<void>): AbortSignal {
  const stopping = new AbortController();
  let since = 0;
  const onSignal = () => {
    if (stopping.signal.aborted) {
      if (Date.now() - since > SAME_STOP_MS) process.exit(1);
      return;
    }
    since = Date.now();
    stopping.abort();
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        process.stderr.write(`${String(error)}\n`);
        process.exit(1);
      },
    );
  };
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);
  return stopping.signal;
}
