import { DataSource } from 'typeorm';
import { loadEnvFile } from './src/base/config/env-file.js';
import { loadSettings } from './src/base/config/load-settings.js';
import { dataSourceOptions, type PostgresOptions } from './src/database/data-source-options.js';
import { openServer } from './src/database/open-database.js';
import { waitForDatabase } from './src/database/wait-for-database.js';
import { entities } from './src/entities.js';

/** The TypeORM tool closes its data source when it is done; an embedded server that was started for it ends with that. */
class ToolDataSource extends DataSource {
  constructor(
    options: PostgresOptions,
    private readonly stopServer: () => Promise<boolean>,
  ) {
    super(options);
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
  return new ToolDataSource(dataSourceOptions(settings, { url, entities }), () => server.stop());
}

/** For the TypeORM command line (`-d dist/ormconfig.js`): the same database, connected in the same way. */
export default await toolDataSource();
