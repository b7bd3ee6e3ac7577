import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type TestDatabase, testDatabase } from '../support/test-database.js';

const document = readFileSync(new URL('../../docs/scaling.md', import.meta.url), 'utf8');

/** By table: the column that it is distributed by. */
const distributed = new Map(
  [...document.matchAll(/create_distributed_table\('(\w+)', '(\w+)'\)/g)].map(([, table = '', key = '']) => [
    table,
    key,
  ]),
);
const references = [...document.matchAll(/create_reference_table\('(\w+)'\)/g)].map(([, table = '']) => table);

/** Tables by the place that the document gives for them. */
const rows = [...document.matchAll(/^\| ((?:`\w+`(?:, )?)+) +\| (distributed by `\w+`|reference|coordinator) +\|/gm)];
const placed = rows.flatMap(([, tables = '', place = '']) =>
  [...tables.matchAll(/`(\w+)`/g)].map(([, table = '']): [string, string] => [table, place]),
);

function tablesOf(place: string): string[] {
  return placed.flatMap(([table, its]) => (its === place ? [table] : []));
}

describe('docs/scaling.md', () => {
  let test: TestDatabase;

  beforeAll(async () => {
    test = await testDatabase();
  });
  afterAll(() => test.drop());

  it('has a place for every table, each once', async () => {
    const tables = await test.database.query<{ name: string }>(
      `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') ORDER BY 1`,
    );
    expect(placed.map(([table]) => table).toSorted()).toEqual(tables.map(({ name }) => name).toSorted());
  });

  it('distributes the tables that it says it distributes', () => {
    expect(references.toSorted()).toEqual(tablesOf('reference').toSorted());
    expect([...distributed]).toEqual([['edge_list', 'owner']]);
    expect(tablesOf('distributed by `owner`')).toEqual(['edge_list']);
  });

  it('distributes only tables that Citus can divide by their key', async () => {
    const unfit = await test.database.query(
      `SELECT t.name, i.indexrelid::regclass::text AS why FROM unnest($1::text[], $2::text[]) t(name, key)
         JOIN pg_index i ON i.indrelid = t.name::regclass AND i.indisunique
         WHERE NOT EXISTS (SELECT FROM pg_attribute a WHERE a.attrelid = i.indrelid AND a.attname = t.key AND a.attnum = ANY (i.indkey))
       UNION ALL
       SELECT t.name, c.conname FROM unnest($1::text[], $2::text[]) t(name, key)
         JOIN pg_constraint c ON t.name::regclass IN (c.conrelid, c.confrelid) AND c.contype = 'f'
       UNION ALL
       SELECT t.name, g.tgname FROM unnest($1::text[], $2::text[]) t(name, key)
         JOIN pg_trigger g ON g.tgrelid = t.name::regclass
       UNION ALL
       SELECT t.name, a.attname FROM unnest($1::text[], $2::text[]) t(name, key)
         JOIN pg_attribute a ON a.attrelid = t.name::regclass AND (a.attidentity <> '' OR a.atthasdef)`,
      [[...distributed.keys()], [...distributed.values()]],
    );
    expect(unfit).toEqual([]);
  });

  it('makes no reference table of a table that a table of the coordinator refers to', async () => {
    const referred = await test.database.query(
      `SELECT conname FROM pg_constraint WHERE contype = 'f' AND (confrelid::regclass::text = ANY ($1) OR conrelid::regclass::text = ANY ($1))`,
      [references],
    );
    expect(referred).toEqual([]);
  });
});
