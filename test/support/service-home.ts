import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestDatabase, testDatabase } from './test-database.js';

/** What the services of one suite run on: a database and a folder of their own. */
export interface ServiceHome {
  readonly db: TestDatabase;
  /** For DATA_DIR. */
  readonly dataDir: string;
  /** Await it in `afterAll`, once the services have stopped. */
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
