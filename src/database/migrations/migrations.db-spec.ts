import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readdirSync } from 'node:fs';
import { basename } from 'node:path';
import { bareDatabase } from '../../../test/support/test-database.js';
import { loadSettings } from '../../base/config/load-settings.js';
import { entities } from '../../entities.js';
import { migrations } from './migrations.js';
import { type OpenDatabase, openDatabase } from '../opening/open-database.js';

describe('the migrations', () => {
  let bare: Awaited<ReturnType<typeof bareDatabase>>;
  let database: OpenDatabase;

  beforeAll(async () => {
    bare = await bareDatabase();
    database = await openDatabase(loadSettings({ DATABASE_URL: bare.url }), { entities, log: () => {} });
  });

  afterAll(async () => {
    await database.close();
    await bare.drop();
  });

  it('are listed, oldest first, and named after their files', () => {
    const files = readdirSync(new URL('.', import.meta.url))
      .filter((file) => /^\d/.test(file))
      .map((file) => basename(file, '.ts'));

    expect(migrations.map(({ name }) => name)).toEqual(files.toSorted().map(classNameOf));
  });

  it('create the tables that the entities map', async () => {
    const { upQueries } = await database.dataSource.driver.createSchemaBuilder().log();

    expect(upQueries.map(({ query }) => query)).toEqual([]);
  });

  it('vacuum nodes when a twentieth of them is dead', async () => {
    const [row] = await database.dataSource.query(`SELECT reloptions AS options FROM pg_class WHERE relname = 'node'`);
    expect(row).toEqual({ options: ['autovacuum_vacuum_scale_factor=0.05'] });
  });

  it('can be reverted one by one to an empty database, and run again', async () => {
    for (const _ of migrations) await database.dataSource.undoLastMigration();

    expect(await tables()).toEqual(['migration']);
    expect(await database.dataSource.runMigrations()).toHaveLength(migrations.length);
  });

  async function tables(): Promise<string[]> {
    const rows = await database.dataSource.query<{ name: string }[]>(
      `SELECT c.relname AS name FROM pg_class c
        WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'v', 'm', 'p') ORDER BY 1`,
    );
    return rows.map(({ name }) => name);
  }
});

/** `1795400949645-create-schema` is the file of `CreateSchema1795400949645`. */
function classNameOf(file: string): string {
  const [timestamp = '', ...words] = file.split('-');
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('') + timestamp;
}
