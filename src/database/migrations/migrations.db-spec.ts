import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { withClient } from '../../../test/support/postgres/template.js';
import { difference, dumpSchema } from '../../../test/support/schema-dump.js';
import { bareDatabase } from '../../../test/support/test-database.js';
import { loadSettings } from '../../base/config/load-settings.js';
import { entities } from '../../entities.js';
import { migrate } from '../opening/migrate.js';
import { type OpenDatabase, openDatabase } from '../opening/open-database.js';
import { migrations } from './migrations.js';

const folder = new URL('.', import.meta.url);
const files = namesIn('.ts');

function namesIn(extension: string): string[] {
  const names = readdirSync(folder).filter((file) => /^\d/.test(file) && file.endsWith(extension));
  return names.map((file) => basename(file, extension)).toSorted();
}

describe('the migrations', () => {
  let bare: Awaited<ReturnType<typeof bareDatabase>>;
  /** Schema and rows: of the empty database, then after each migration. */
  const states: string[][] = [];
  let database: OpenDatabase;

  const stateNow = () => withClient(bare.url, dumpSchema);

  beforeAll(async () => {
    bare = await bareDatabase();
    states.push(await stateNow());
    for (const index of migrations.keys()) {
      await migrate(loadSettings({}), bare.url, { only: migrations.slice(0, index + 1), log: () => {} });
      states.push(await stateNow());
    }
    database = await openDatabase(loadSettings({ DATABASE_URL: bare.url }), { entities, log: () => {} });
  });

  afterAll(async () => {
    await database.close();
    await bare.drop();
  });

  it('are listed, oldest first, and named after their files', () => {
    expect(migrations.map(({ name }) => name)).toEqual(files.map(classNameOf));
  });

  /** `npm run migration:freeze` writes the dump of a new migration. It never changes a dump: no dump may be edited after a release. */
  it.each(files.map((file, index) => ({ file, index })))(
    '$file changes what its dump says: a migration that has left the house is never changed',
    ({ file, index }) => {
      const dump = new URL(`${file}.dump`, folder);
      const changes = difference(states[index]!, states[index + 1]!);
      if (process.env['FREEZE_MIGRATIONS'] && !existsSync(dump)) writeFileSync(dump, changes);

      const frozen = existsSync(dump) ? readFileSync(dump, 'utf8') : 'no dump: npm run migration:freeze';
      expect(changes).toBe(frozen);
    },
  );

  it('have no other dumps', () => {
    expect(namesIn('.dump')).toEqual(files);
  });

  it('create the tables that the entities map', async () => {
    const { upQueries } = await database.dataSource.driver.createSchemaBuilder().log();

    expect(upQueries.map(({ query }) => query)).toEqual([]);
  });

  it('can be reverted one by one to the states before, and run again', async () => {
    for (const index of [...migrations.keys()].toReversed()) {
      await database.dataSource.undoLastMigration();
      expect(difference(states[index]!, await stateNow())).toBe('');
    }

    expect(await database.dataSource.runMigrations()).toHaveLength(migrations.length);
    expect(difference(states.at(-1)!, await stateNow())).toBe('');
  });
});

/** `1795400949645-create-schema` is the file of `CreateSchema1795400949645`. */
function classNameOf(file: string): string {
  const [timestamp = '', ...words] = file.split('-');
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('') + timestamp;
}
