import type { Settings } from '../base/config/settings.js';
import { openDatabase, type OpenDatabase, openServer } from '../database/open-database.js';
import type { DatabaseLog } from '../database/operator-messages.js';
import { waitForDatabase } from '../database/wait-for-database.js';
import { entities } from '../entities.js';
import { migrateQueue } from '../queue/graphile.js';
import type { Terminal } from './terminal.js';

/** Opens the database for one command, also beside a running service, and closes it however the command ends. */
export async function withDatabase<T>(terminal: Terminal, work: (database: OpenDatabase) => Promise<T>): Promise<T> {
  const settings = await terminal.settings();
  const database = await openDatabase(settings, {
    entities,
    libraries: [migrateQueue],
    log: logTo(terminal, settings),
  });
  const letGo = closeOnSignal(() => database.close());
  try {
    return await work(database);
  } finally {
    letGo();
    await database.close();
  }
}

export interface DatabaseServer {
  readonly url: string;
  readonly settings: Settings;
  readonly log: DatabaseLog;
}

/** As `withDatabase`, but neither migrates nor connects. */
export async function withServer<T>(terminal: Terminal, work: (server: DatabaseServer) => Promise<T>): Promise<T> {
  const settings = await terminal.settings();
  const log = logTo(terminal, settings);
  const server = await openServer(settings, log);
  let stopped: Promise<unknown> | undefined;
  const stop = () => (stopped ??= server.stop());
  const letGo = closeOnSignal(stop);
  try {
    await waitForDatabase(server.url, { seconds: settings.databaseWait, log });
    return await work({ url: server.url, settings, log });
  } finally {
    letGo();
    await stop();
  }
}

function logTo(terminal: Terminal, { logLevel }: Settings): DatabaseLog {
  return (line, level) => {
    if (level === 'warn' || logLevel === 'debug') terminal.note(line);
  };
}

/**
 * Without this, Ctrl-C would leave an embedded server behind that nobody uses. Repeated signals change nothing: npm and
 * terminals send one wish several times, and closing takes seconds at most.
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
