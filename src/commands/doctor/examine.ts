import { SettingsError } from '../../base/config/load-settings.js';
import type { Settings } from '../../base/config/settings.js';
import { errorMessage } from '../../base/error-message.js';
import { withConnection } from '../../database/servers/connect.js';
import type { Database } from '../../database/database.js';
import { isUpToDate, migrationState } from '../../database/opening/migration-state.js';
import { DatabaseUnavailableError } from '../../database/servers/operator-messages.js';
import { openServer } from '../../database/opening/open-database.js';
import { waitForDatabase } from '../../database/servers/wait-for-database.js';
import { entities } from '../../entities.js';
import type { Finding } from '../output/findings.js';
import type { Terminal } from '../terminal.js';
import { hasDatabase } from '../database/require-database.js';
import { type DatabaseCheck, fail, type Verdict, warn } from './check.js';
import { machineChecks } from './machine-checks.js';
import { serverChecks } from './server-checks.js';
import { settingsChecks } from './settings-checks.js';
import { tableChecks } from './table-checks.js';

type Listener = (finding: Finding) => void;

/** Length of the longest name of a check. */
export const nameWidth = Math.max(
  ...[...settingsChecks, ...machineChecks, ...serverChecks, ...tableChecks].map(({ name }) => name.length),
);

/**
 * Runs all checks whose needs are met: settings, a database that answers, its tables.
 * @param listener called with each finding at once
 */
export async function examine(terminal: Terminal, listener: Listener): Promise<Finding[]> {
  const findings: Finding[] = [];
  const report = async (name: string, verdict: () => Verdict | Promise<Verdict>): Promise<boolean> => {
    const finding = { name, ...(await verdictOf(verdict)) };
    findings.push(finding);
    listener(finding);
    return finding.state !== 'fail';
  };
  let settings: Settings | undefined;
  await report('settings', async () => {
    settings = await terminal.settings();
    return { state: 'ok', message: `${settings.edition}, ROLE ${settings.role}` };
  });
  if (!settings) return findings;
  const valid = settings;
  for (const { name, run } of [...settingsChecks, ...machineChecks]) await report(name, () => run(valid));
  await withReachable(valid, report, async (database) => {
    const reportAll = async (checks: readonly DatabaseCheck[]) => {
      for (const { name, run } of checks) await report(name, () => run(database, valid));
    };
    await reportAll(serverChecks);
    if (isUpToDate(await migrationState(database, entities))) await reportAll(tableChecks);
  });
  return findings;
}

type Report = (name: string, verdict: () => Verdict | Promise<Verdict>) => Promise<boolean>;

/** Opens the database as a start does, but without a migration and without waiting. */
async function withReachable(
  settings: Settings,
  report: Report,
  work: (database: Database) => Promise<void>,
): Promise<void> {
  let server: Awaited<ReturnType<typeof openServer>> | undefined;
  if (!(await hasDatabase(settings))) {
    await report('database', () =>
      warn(
        'DATA_DIR has no database: the first start creates it',
        'if there was one, set DATA_DIR as the service has it',
      ),
    );
    return;
  }
  try {
    const isReachable = await report('database', async () => {
      server = await openServer(settings, () => {});
      await waitForDatabase(server.url, { seconds: 0, log: () => {} });
      return {
        state: 'ok',
        message: settings.databaseUrl === '' ? 'the embedded PostgreSQL answers' : 'DATABASE_URL answers',
      };
    });
    if (!isReachable || !server) return;
    await withConnection(server.url, { name: 'graphward-doctor' }, work);
  } finally {
    await server?.stop();
  }
}

async function verdictOf(verdict: () => Verdict | Promise<Verdict>): Promise<Verdict> {
  try {
    return await verdict();
  } catch (error) {
    if (error instanceof SettingsError)
      return fail(error.lines.join('\n'), 'correct the variables of the environment or of .env');
    if (error instanceof DatabaseUnavailableError)
      return fail(error.message, 'check that PostgreSQL runs, and that DATABASE_URL names it');
    return { state: 'fail', message: errorMessage(error) };
  }
}
