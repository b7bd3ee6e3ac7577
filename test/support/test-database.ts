import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Environment, loadSettings } from '../../src/base/config/load-settings.js';
import { PooledDataSource } from '../../src/database/opening/data-source.js';
import type { Database } from '../../src/database/database.js';
import { StatementCanceller } from '../../src/database/servers/pg-clients.js';
import { entities } from '../../src/entities.js';
import { checkStatements, recordStatements } from './citus-statements.js';
import { databaseUrl, templateDatabase, withClient } from './postgres/template.js';
import { databasePrefix, testServer } from './postgres/test-server.js';

recordStatements();

export interface TestDatabase {
  readonly url: string;
  /** Connected like the service: a statement is canceled with its request scope. */
  readonly dataSource: PooledDataSource;
  /** On the pool of `dataSource`. */
  readonly database: Database;
  /**
   * Closes the connections and removes the database; await it in `afterAll`.
   * @throws Error if Citus refuses a statement that ran on the tables of the graph
   */
  drop(): Promise<void>;
}

/** Creates a migrated, empty database for one suite. @param environment settings of the connections */
export async function testDatabase(environment: Environment = {}): Promise<TestDatabase> {
  const { url, drop: dropDatabase } = await bareDatabase(await templateDatabase(await testServer()));
  const canceller = new StatementCanceller(url);
  const dataSource = new PooledDataSource(loadSettings(environment), { url, entities, canceller });
  const drop = async () => {
    if (dataSource.isInitialized) await dataSource.destroy();
    await canceller.close();
    await dropDatabase();
    const tables = dataSource.entityMetadatas.map(({ tableName, columns }): [string, Set<string>] => [
      tableName,
      new Set(columns.map(({ databaseName }) => databaseName)),
    ]);
    await checkStatements(new Map(tables));
  };
  try {
    await dataSource.initialize();
    return { url, dataSource, database: dataSource.database, drop };
  } catch (error) {
    await drop();
    throw error;
  }
}

/** Creates a database without connections: empty, or a copy of `template`. */
export async function bareDatabase(template = 'template0'): Promise<Pick<TestDatabase, 'url' | 'drop'>> {
  const server = await testServer();
  const name = databasePrefix() + randomBytes(6).toString('hex');
  await withClient(server, (admin) => admin.query(`CREATE DATABASE ${name} TEMPLATE ${template}`));
  return {
    url: databaseUrl(server, name),
    drop: async () => {
      await withClient(server, (admin) => admin.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`));
    },
  };
}

/** A database and a data folder for the services of one suite. */
export interface ServiceHome {
  readonly db: TestDatabase;
  /** Value of DATA_DIR. */
  readonly dataDir: string;
  /** Await it in `afterAll` after the services have stopped. */
  readonly remove: () => Promise<void>;
}

export async function serviceHome(): Promise<ServiceHome> {
  const [db, dataDir] = await Promise.all([testDatabase(), mkdtemp(join(tmpdir(), 'graphward-test-'))]);
  const remove = async () => {
    await db.drop();
    await rm(dataDir, { recursive: true, force: true });
  };
  return { db, dataDir, remove };
}
