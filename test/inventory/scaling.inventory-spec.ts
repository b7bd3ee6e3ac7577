import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { loadModule } from 'libpg-query';
import { comparable } from '../../bench/citus/answers.js';
import { distributedTables, referenceTables } from '../support/citus-layout.js';
import { refusedForms } from '../support/citus-statements.js';
import { type TestDatabase, testDatabase } from '../support/test-database.js';

const document = readFileSync(new URL('../../docs/scaling.md', import.meta.url), 'utf8');

const distributed = distributedTables;
const references = [...referenceTables];

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

it('the check of Citus compares answers without addresses, ids that are drawn, versions and the order of nodes', () => {
  const id = '6a00e357-b6be-445d-b299-2de85945efdb';
  const one = `{"nodes":{"12":"ADA","7":"BO"},"at":"http://one:1/x","graph_version":3,"id":"${id}"}`;
  const other = '{"nodes":{"7":"BO","12":"ADA"},"at":"http://other:2/x","graph_version":4,"id":"ID"}';
  expect(comparable(one, 'http://one:1')).toBe('{"nodes":{"7":"BO","12":"ADA"},"at":"URL/x","graph_version,"id":"ID"}');
  expect(comparable(other, 'http://other:2')).toBe(comparable(one, 'http://one:1'));
});

describe('refusedForms', () => {
  const columns = new Map([
    ['edge_list', new Set(['owner', 'kinds'])],
    ['node', new Set(['id', 'name'])],
    ['t', new Set(['id', 'name'])],
  ]);
  const update = 'UPDATE of a reference table FROM a local table';
  const remove = 'DELETE FROM a reference table USING a local table';
  const join = 'direct join of a distributed and a local table';
  const correlated = 'correlated subquery with a reference table';
  const local = 'write to a local table with a correlated subquery of another table';

  beforeAll(() => loadModule());

  it.each([
    [update, 'UPDATE node n SET last_seen = t.day FROM t WHERE n.id = t.id'],
    [update, 'WITH w AS (SELECT id FROM t) UPDATE node n SET name = NULL FROM w WHERE n.id = w.id'],
    [update, 'UPDATE node n SET name = NULL FROM (SELECT max(id) AS id FROM t) m WHERE n.id = m.id'],
    [remove, 'DELETE FROM collector_record c USING t WHERE c.owner = t.id'],
    [join, 'SELECT l.owner FROM edge_list l JOIN t ON t.id = l.owner'],
    [join, 'INSERT INTO x SELECT l.owner FROM t, edge_list l WHERE t.id = l.owner'],
    [correlated, 'SELECT FROM edge_list l WHERE NOT EXISTS (SELECT FROM node n WHERE n.id = l.owner)'],
    [correlated, 'SELECT FROM edge_list WHERE EXISTS (SELECT FROM kind k WHERE k.id = owner)'],
    [correlated, 'SELECT FROM node n WHERE NOT EXISTS (SELECT FROM edge_list l WHERE l.owner = n.id)'],
    [correlated, 'DELETE FROM node n WHERE EXISTS (SELECT FROM edge_list l WHERE l.owner = n.id)'],
    [correlated, 'SELECT (SELECT n.name FROM node n WHERE n.id = l.owner) FROM edge_list l'],
    [local, 'UPDATE t SET name = NULL WHERE EXISTS (SELECT FROM node n WHERE n.id = t.id)'],
    [local, 'UPDATE t SET name = (SELECT n.name FROM node n WHERE n.id = t.id)'],
    [local, 'DELETE FROM t WHERE NOT EXISTS (SELECT FROM kind k WHERE k.name = t.name)'],
    [local, 'DELETE FROM t WHERE EXISTS (SELECT FROM edge_list l WHERE l.owner = t.id)'],
    [local, 'WITH w AS (DELETE FROM t WHERE EXISTS (SELECT FROM node n WHERE n.id = t.id) RETURNING id) SELECT FROM w'],
  ])('finds: %s: %s', (form, text) => {
    expect(refusedForms(text, columns)).toEqual([form]);
  });

  it.each([
    'UPDATE node n SET last_seen = m.day FROM unnest($1::int[], $2::date[]) m(id, day) WHERE n.id = m.id',
    'UPDATE node n SET props = m.props FROM jsonb_to_recordset($1) m(id int, props jsonb) WHERE n.id = m.id',
    'INSERT INTO node SELECT * FROM t ON CONFLICT (id) DO UPDATE SET name = excluded.name',
    'DELETE FROM node WHERE id IN (SELECT id FROM t)',
    'DELETE FROM edge_list l USING t WHERE l.owner = t.id',
    'SELECT l.owner FROM edge_list l JOIN node n ON n.id = l.owner WHERE l.owner IN (SELECT id FROM t)',
    'WITH w AS (SELECT id FROM t) SELECT l.owner FROM w JOIN edge_list l ON l.owner = w.id',
    'SELECT FROM edge_list l WHERE NOT kinds <@ ARRAY(SELECT id FROM kind) AND l.list IN (SELECT id FROM kind)',
    'SELECT FROM node n WHERE NOT EXISTS (SELECT FROM t WHERE t.id = n.id)',
    'UPDATE t SET name = NULL WHERE id IN (SELECT id FROM node)',
    'UPDATE t SET name = NULL WHERE EXISTS (SELECT FROM u WHERE u.id = t.id)',
    'DELETE FROM t USING node n WHERE n.id = t.id',
    'INSERT INTO t SELECT n.id FROM node n WHERE NOT EXISTS (SELECT FROM u WHERE u.id = n.id)',
  ])('accepts %s', (text) => {
    expect(refusedForms(text, columns)).toEqual([]);
  });
});
