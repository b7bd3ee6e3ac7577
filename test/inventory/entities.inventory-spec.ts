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
    const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((it) => it.endsWith('.entity.ts'));
    const forgotten: string[] = [];
    for (const file of files) {
      const exported: object = await import(new URL(file, source).href);
      const isForgotten = (it: unknown) => isTable(it) && !entities.includes(it);
      forgotten.push(
        ...Object.entries(exported).flatMap(([name, it]) => (isForgotten(it) ? [`${file}: ${name}`] : [])),
      );
    }
    expect(forgotten.map((it) => `src/entities.ts: add the class of src/${it}`)).toEqual([]);
    expect(entities.filter((it, index) => !isTable(it) || entities.indexOf(it) !== index)).toEqual([]);
  });

  it('maps every table that the migrations make', async () => {
    const rows = await test.database.query<{ name: string }>(
      `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'v', 'm', 'p')`,
    );
    const made = new Set(rows.map(({ name }) => name));
    const ofTypeorm = ['migration', 'typeorm_metadata'];
    const mapped = new Set([...test.dataSource.entityMetadatas.map(({ tableName }) => tableName), ...ofTypeorm]);
    const lacking = [...mapped].filter((it) => !made.has(it));
    expect(lacking.map((it) => `no migration makes the table ${it}: npm run migration:generate -- <name>`)).toEqual([]);
    const unmapped = [...made].filter((it) => !mapped.has(it));
    expect(unmapped.map((it) => `src/entities.ts: no entity maps the table ${it}`)).toEqual([]);
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

function isTable(value: unknown): value is Function {
  return typeof value === 'function' && getMetadataArgsStorage().tables.some(({ target }) => target === value);
}
