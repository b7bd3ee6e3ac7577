import type { DataSource } from 'typeorm';
import { loadEnvFile, loadSettings } from './src/base/config/load-settings.js';
import type { Settings } from './src/base/config/settings.js';
import { PooledDataSource } from './src/database/opening/data-source.js';
import { openServer } from './src/database/opening/open-database.js';
import { waitForDatabase } from './src/database/servers/wait-for-database.js';
import { entities } from './src/entities.js';

/** Stops an embedded server that was started for the TypeORM tool when the tool closes its data source. */
class ToolDataSource extends PooledDataSource {
  constructor(
    settings: Settings,
    url: string,
    private readonly stopServer: () => Promise<boolean>,
  ) {
    super(settings, { url, entities });
  }

  override async destroy(): Promise<void> {
    await super.destroy();
    await this.stopServer();
  }
}

function log(line: string): void {
  process.stderr.write(`${line}\n`);
}

async function toolDataSource(): Promise<DataSource> {
  loadEnvFile();
  const settings = loadSettings(process.env);
  const server = await openServer(settings, log);
  const { url } = server;
  await waitForDatabase(url, { seconds: settings.databaseWait, log });
  return new ToolDataSource(settings, url, () => server.stop());
}

/** For the TypeORM command line (`-d dist/ormconfig.js`). */
export default await toolDataSource();
