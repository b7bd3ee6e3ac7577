import type { Settings } from '../../base/config/settings.js';
import { openDatabase, type OpenDatabase, openServer } from '../../database/opening/open-database.js';
import type { DatabaseLog } from '../../database/servers/operator-messages.js';
import { waitForDatabase } from '../../database/servers/wait-for-database.js';
import { entities } from '../../entities.js';
import { migrateQueue } from '../../queue/graphile.js';
import type { Terminal } from '../terminal.js';

/** Opens the database for a command, also while the service runs, and closes it afterwards. */
export async function withDatabase<T>(terminal: Terminal, work: (database: OpenDatabase) => Promise<T>): Promise<T> {
  const settings = await terminal.settings();
  const database = await openDatabase(settings, {
    entities,
    libraries: [migrateQueue],
    log: logTo(terminal, settings),
  });
  const removeHandlers = closeOnSignal(() => database.close());
  try {
    return await work(database);
  } finally {
    removeHandlers();
    await database.close();
  }
}

export interface DatabaseServer {
  readonly url: string;
  readonly settings: Settings;
  readonly log: DatabaseLog;
}

/** Starts the embedded server if the settings need it, without a migration or a connection. */
export async function withServer<T>(terminal: Terminal, work: (server: DatabaseServer) => Promise<T>): Promise<T> {
  const settings = await terminal.settings();
  const log = logTo(terminal, settings);
  const server = await openServer(settings, log);
  let stopped: Promise<unknown> | undefined;
  const stop = () => (stopped ??= server.stop());
  const removeHandlers = closeOnSignal(stop);
  try {
    await waitForDatabase(server.url, { seconds: settings.databaseWait, log });
    return await work({ url: server.url, settings, log });
  } finally {
    removeHandlers();
    await stop();
  }
}

function logTo(terminal: Terminal, { logLevel }: Settings): DatabaseLog {
  return (line, level) => {
    if (level === 'warn' || logLevel === 'debug') terminal.note(line);
  };
}

/**
 * Closes the database on SIGINT and SIGTERM. Otherwise Ctrl-C would leave an embedded server running. Repeated signals are
 * ignored, because npm and terminals send one stop several times.
 */
function closeOnSignal(close: () => Promise<unknown>): () => void {
  let closing = false;
  const exitBy = (code: number) => () => {
    if (!closing) void closeAndExit(close, code);
    closing = true;
  };
  const onInterrupt = exitBy(130);
  const onTerminate = exitBy(143);
  process.on('SIGINT', onInterrupt);
  process.on('SIGTERM', onTerminate);
  return () => {
    process.off('SIGINT', onInterrupt);
    process.off('SIGTERM', onTerminate);
  };
}

async function closeAndExit(close: () => Promise<unknown>, code: number): Promise<void> {
  await close().catch(() => {});
  process.exit(code);
}
