import { backUp } from '../../database/backup/back-up.js';
import type { BackupHeader } from '../../database/backup/backup-header.js';
import { migrationsOf, restore } from '../../database/backup/restore.js';
import { withConnection } from '../../database/servers/connect.js';
import { migrate } from '../../database/opening/migrate.js';
import { entities } from '../../entities.js';
import { logRestored } from '../../graph/store/change-log.js';
import { countUnreadFiles } from '../../ingest/uploads/upload-files.repository.js';
import { migrateQueue, queueSchema } from '../../queue/graphile.js';
import type { Terminal } from '../terminal.js';
import { requireDatabase } from './require-database.js';
import { withServer } from './with-database.js';
import { rowBar } from '../output/progress-bars.js';

const schemas = [queueSchema];

interface BackupOutcome {
  readonly file: string;
  readonly version: string;
  readonly createdAt: string;
  readonly rows: number;
  /** Rows of each table. */
  readonly tables: Readonly<Record<string, number>>;
}

/** Backs up the database of the settings, also if its tables have another version. */
export async function runBackup(
  terminal: Terminal,
  file: string,
  force: boolean,
): Promise<BackupOutcome & { readonly bytes: number }> {
  await requireDatabase(terminal);
  return withServer(terminal, async ({ url }) => {
    const bar = rowBar(process.stderr, (line) => terminal.note(line));
    const { header, bytes } = await backUp(url, file, { schemas, force, listener: bar }).finally(() => bar.stop());
    terminal.note('Not in it: the SECRET_KEY, and uploaded files that are not read yet (SPOOL_DIR or SPOOL_URL).');
    return { ...outcomeOf(file, header), bytes };
  });
}

/** Restores a backup into the database of the settings, creates missing tables, and runs the migrations since the backup. */
export async function runRestore(
  terminal: Terminal,
  file: string,
  { force = false, withoutGraph = false }: { readonly force?: boolean; readonly withoutGraph?: boolean },
): Promise<BackupOutcome & { readonly unreadFiles: number }> {
  const only = await migrationsOf(file, withoutGraph);
  return withServer(terminal, async ({ url, settings, log }) => {
    await migrate(settings, url, { libraries: [migrateQueue], only, log });
    const bar = rowBar(process.stderr, (line) => terminal.note(line));
    const options = { schemas, force, seconds: settings.databaseWait, log, listener: bar, finish: logRestored };
    const header = await restore(url, file, options).finally(() => bar.stop());
    await migrate(settings, url, { libraries: [migrateQueue], entities, log });
    const unreadFiles = await withConnection(url, { name: 'graphward-restore' }, countUnreadFiles);
    if (unreadFiles > 0)
      terminal.note(
        `${unreadFiles} uploaded files were not read when the backup was made: they fail unless SPOOL_DIR or SPOOL_URL has them.`,
      );
    return { ...outcomeOf(file, header), unreadFiles };
  });
}

function outcomeOf(file: string, { version, createdAt, tables }: BackupHeader): BackupOutcome {
  return {
    file,
    version,
    createdAt,
    rows: tables.reduce((sum, { rows }) => sum + rows, 0),
    tables: Object.fromEntries(tables.map(({ name, rows }) => [name, rows])),
  };
}
