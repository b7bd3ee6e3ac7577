import { join, resolve } from 'node:path';
import { Settings } from '../src/base/config/settings.js';
import { demoAccount, logIn } from './demo-account.js';
import { loadDemo } from './load-demo.js';
import { demoEstate, type Estate } from './generator/estate.js';
import { present } from './show/present.js';
import { writeShellFile } from './show/shell-file.js';
import { showcase } from './show/showcase.js';
import { type RunningService, runService } from '../src/server.js';
import { GraphKeeper } from '../src/graph/memory/graph-keeper.js';
import type { Terminal } from '../src/commands/terminal.js';
import { withApp } from '../src/commands/database/with-app.js';

/** The demo has a folder of its own. Its estate is collected once, so it must not expire. */
const demoDefaults = {
  EDITION: 'enterprise',
  DATA_DIR: join('data', 'demo'),
  LOG_LEVEL: 'warn',
  RETENTION_SESSIONS: '0',
  RETENTION_DATA: '0',
};

/** Starts the service, loads the estate if it is missing, and shows the operations. */
export async function runDemo(terminal: Terminal): Promise<void> {
  const settings = await terminal.settings(demoDefaults);
  terminal.note(
    `starting Graphward, ${settings.edition} edition, data in ${settings.databaseUrl ? 'DATABASE_URL' : settings.dataDir}`,
  );
  const { service, stopping } = await runService(settings);
  try {
    const estate = demoEstate(new Date());
    await loadDemo(service.app, estate, (line) => terminal.note(line));
    // A second start has nothing to load, and reads the graph meanwhile.
    await service.app.get(GraphKeeper).keepLoaded();
    await introduce(service, settings.edition, estate, terminal);
  } catch (error) {
    // Ctrl-C is no failure.
    if (stopping.aborted) return;
    await service.stop();
    throw error;
  }
}

async function introduce(
  { app, url }: RunningService,
  edition: Settings['edition'],
  estate: Estate,
  terminal: Terminal,
): Promise<void> {
  const { username, password, token } = await demoAccount(app);
  const { calls, variables } = showcase(estate);
  const { sizes } = estate.plan;
  const { dataDir } = app.get(Settings);
  const shellFile = await writeShellFile(dataDir, {
    DATA_DIR: resolve(dataDir),
    PORT: new URL(url).port,
    EDITION: edition,
    GRAPHWARD_URL: url,
    GRAPHWARD_TOKEN: await logIn(url, { username, password }),
    GRAPHWARD_TOKEN_ID: token.id,
    GRAPHWARD_TOKEN_KEY: token.key,
    ...variables,
  });
  const print = (text: string) => terminal.print(text);
  print(`
Graphward is running with a sample company: ${sizes.users} users, ${sizes.computers} computers,
a cloud tenant and three collection clients.

   Page       ${url}/ui/
   API        ${url}/api/v2
   User       ${username}
   Password   ${password}

Each start of the demo sets a new password and revokes the API tokens of the user.

Nine example calls follow: one for each of the seven operations, one for a path,
and a query in Cypher. Each is shown as a curl command with a session token and
as a signed call, above the start of its answer. To try them, open another shell
in this folder and run

   . ${shellFile}

This sets the variables of the calls, the settings of the demo for the command
line, and loads the functions gw_signed, gw_bearer and gw_login.`);
  await present({ url, edition, token, variables }, calls, print);
  print(`
API reference:    ${url}/api/v2/docs
OpenAPI document: ${url}/api/v2/spec

Press Ctrl-C to stop.`);
}

/** Loads the estate alone, into the database of the settings. */
export async function runDemoLoad(terminal: Terminal): Promise<void> {
  const isLoaded = await withApp(terminal, (app) =>
    loadDemo(app, demoEstate(new Date()), (line) => terminal.note(line)),
  );
  terminal.note(isLoaded ? 'the sample estate is loaded' : 'the sample estate was already loaded');
}
