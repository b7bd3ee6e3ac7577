import { openDatabase, type OpenDatabase } from '../database/open-database.js';
import { entities } from '../entities.js';
import { migrateQueue } from '../queue/queue-schema.js';
import type { Terminal } from './terminal.js';

/** Opens the database for one command, also beside a running service, and closes it however the command ends. */
export async function withDatabase<T>(terminal: Terminal, work: (database: OpenDatabase) => Promise<T>): Promise<T> {
  const settings = await terminal.settings();
  const database = await openDatabase(settings, {
    entities,
    libraries: [migrateQueue],
    log: (line, weight) => {
      if (weight === 'notable' || settings.logLevel === 'debug') terminal.note(line);
    },
  });
  const letGo = closeOnSignal(database);
  try {
    return await work(database);
  } finally {
    letGo();
    await database.close();
  }
}

/**
 * Without this, Ctrl-C would leave an embedded server behind that nobody uses. Repeated signals change nothing: npm and
 * terminals send one wish several times, and closing takes seconds at most.
 */
function closeOnSignal(database: OpenDatabase): () => void {
  let closing = false;
  const exitBy = (code: number) => () => {
    if (!closing) void closeAndExit(database, code);
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

async function closeAndExit(database: OpenDatabase, code: number): Promise<void> {
  await database.close().catch(() => {});
  process.exit(code);
}
