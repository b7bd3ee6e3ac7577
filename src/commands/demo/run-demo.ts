import { join } from 'node:path';
import { demoAccount } from '../../demo/demo-account.js';
import { demoEstate } from '../../demo/demo-estate.js';
import { loadDemo } from '../../demo/load/load-demo.js';
import { present } from '../../demo/show/present.js';
import { showcase } from '../../demo/show/showcase.js';
import { runService } from '../../run-service.js';
import type { Terminal } from '../terminal.js';
import { withApp } from '../with-app.js';

/**
 * The demo keeps away from the data of a service that runs in the same folder, and shows the larger edition. Its estate is collected once,
 * and must not be gone by next week.
 */
const demoDefaults = {
  EDITION: 'enterprise',
  DATA_DIR: join('data', 'demo'),
  LOG_LEVEL: 'warn',
  RETENTION_SESSIONS: '0',
  RETENTION_DATA: '0',
};

/** Starts the service, loads the estate where it is not there yet, and shows the operations on it. */
export async function runDemo(terminal: Terminal): Promise<void> {
  const settings = await terminal.settings(demoDefaults);
  terminal.note(
    `starting Graphward (${settings.edition}) on ${settings.databaseUrl ? 'DATABASE_URL' : settings.dataDir}`,
  );
  const { service, stopping } = await runService(settings);
  try {
    const estate = demoEstate(new Date());
    await loadDemo(service.app, estate, (line) => terminal.note(line));
    const credentials = await demoAccount(service.app);
    const stage = { url: service.url, edition: settings.edition, credentials };
    await present(stage, showcase(estate), (text) => terminal.print(text));
  } catch (error) {
    // What was cut short by Ctrl-C has not failed.
    if (stopping.aborted) return;
    await service.stop();
    throw error;
  }
}

/** Loads the estate alone, into the database of the settings. */
export async function runDemoLoad(terminal: Terminal): Promise<void> {
  const isLoaded = await withApp(terminal, (app) =>
    loadDemo(app, demoEstate(new Date()), (line) => terminal.note(line)),
  );
  terminal.note(isLoaded ? 'the demo estate is loaded' : 'the demo estate was loaded before; nothing to do');
}
