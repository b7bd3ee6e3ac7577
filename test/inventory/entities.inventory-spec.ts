import { readdirSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { getMetadataArgsStorage } from 'typeorm';
import { entities } from '../../src/entities.js';
import { type TestDatabase, testDatabase } from '../support/test-database.js';

const source = new URL('../../src/', import.meta.url);

describe('src/entities.ts', () => {
  let test: TestDatabase;

  beforeAll(async () => {
    test = await testDatabase();
  });
  afterAll(() => test.drop());

  it('lists every class of the *.entity.ts files that is a table, each once', async () => {
    const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((file) =>
      file.endsWith('.entity.ts'),
    );
    const modules = await Promise.all(files.map((file) => import(new URL(file, source).href) as Promise<object>));
    const exported = new Set<unknown>(modules.flatMap((module) => Object.values(module)));
    const tables = getMetadataArgsStorage().tables.flatMap(({ target }) =>
      exported.has(target) && typeof target === 'function' ? [target] : [],
    );
    expect(entities.map(({ name }) => name).toSorted()).toEqual(tables.map(({ name }) => name).toSorted());
  });

  it('maps every table that the migrations make', async () => {
    const rows = await test.database.query<{ name: string }>(
      `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'v', 'm', 'p')`,
    );
    const mapped = test.dataSource.entityMetadatas.map(({ tableName }) => tableName);
    expect(rows.map(({ name }) => name).toSorted()).toEqual([...mapped, 'migration'].toSorted());
  });

  it('names constraints and indexes after their table', async () => {
    const rows = await test.database.query<{ name: string }>(
      `SELECT t.relname || ': ' || o.name AS name
        FROM (SELECT conrelid, conname AS name FROM pg_constraint WHERE contype IN ('p', 'u', 'f', 'c')
          UNION SELECT indrelid, indexrelid::regclass::text FROM pg_index) o (table_id, name)
        JOIN pg_class t ON t.oid = o.table_id AND t.relnamespace = 'public'::regnamespace
        WHERE t.relname <> 'migration' AND NOT starts_with(o.name, t.relname || '_')`,
    );
    expect(rows).toEqual([]);
  });
});
