import { Command } from 'commander';
import { demoCommands } from '../../demo/commands.js';
import { productVersion } from '../base/config/product-version.js';
import { ssoCommands } from './accounts/sso.command.js';
import { tokenCommands } from './accounts/token.command.js';
import { userCommands } from './accounts/user.command.js';
import { calledAs } from './output/called-as.js';
import { registerReport } from './alerts/report.command.js';
import { alertCommands } from './alerts/alerts.command.js';
import { registerMcp } from './assistants/mcp.command.js';
import { registerCompletion } from './completion/completion.command.js';
import { registerDbCheck } from './check/check.command.js';
import { registerDbBackup, registerDbRestore, registerDbUrl, registerMigrate } from './database/db.command.js';
import { registerDoctor } from './doctor/doctor.command.js';
import { failureOf } from './failure.js';
import { registerIngest } from './ingest/ingest.command.js';
import { registerAsk } from './questions/ask.command.js';
import { registerChanges } from './questions/changes.command.js';
import { registerExposure } from './questions/exposure.command.js';
import { registerPath } from './questions/path.command.js';
import { registerPlan } from './questions/plan.command.js';
import { registerQuery } from './questions/query.command.js';
import { registerRank } from './questions/rank.command.js';
import { registerSearch } from './questions/search.command.js';
import { registerShow } from './questions/show.command.js';
import { registerSummary } from './questions/summary.command.js';
import { registerServe } from './serve/serve.command.js';
import { registerStatus } from './status/status.command.js';
import { sessionCommands } from './session/session.command.js';
import type { RegisterCommand, Terminal } from './terminal.js';

/** `env-example`: prints the text of `.env.example`. */
const registerEnvExample: RegisterCommand = (program, terminal) => {
  program
    .command('env-example')
    .description('print .env.example: every setting with its default')
    .action(async () => {
      const { envExample } = await import('../base/config/env-example.js');
      terminal.print(envExample().trimEnd());
    });
};

/** All commands, in the order of `--help`. */
export const commands: readonly RegisterCommand[] = [
  registerServe,
  ...demoCommands,
  registerIngest,
  registerAsk,
  registerSearch,
  registerShow,
  registerPath,
  registerExposure,
  registerRank,
  registerPlan,
  registerChanges,
  registerSummary,
  registerQuery,
  registerMcp,
  ...sessionCommands,
  ...userCommands,
  ...tokenCommands,
  ...ssoCommands,
  ...alertCommands,
  registerReport,
  registerStatus,
  registerDoctor,
  registerDbUrl,
  registerDbBackup,
  registerDbRestore,
  registerDbCheck,
  registerMigrate,
  registerEnvExample,
  registerCompletion,
];

/**
 * Runs one command.
 * @returns its exit code (failure.ts); if it failed, one message is on standard error
 */
export async function runCommandLine(
  words: readonly string[],
  terminal: Terminal,
  registrations: readonly RegisterCommand[] = commands,
): Promise<number> {
  const program = new Command(calledAs())
    .description('Graphward: the service and its command line')
    .version(productVersion())
    // Commands inherit it: `--until` of `plan keep` is not one of `plan`.
    .enablePositionalOptions()
    .exitOverride()
    .configureOutput({
      writeOut: (text) => terminal.print(text.trimEnd()),
      writeErr: (text) => terminal.note(text.trimEnd()),
    });
  for (const register of registrations) register(program, terminal);
  try {
    await program.parseAsync(words, { from: 'user' });
    return 0;
  } catch (error) {
    const { code, message } = failureOf(error);
    if (message !== null) terminal.note(message);
    return code;
  }
}
