import { createRequire } from 'node:module';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { importsOf, parse, productionFiles, roomOf, type SyntaxNode, syntaxOf } from '../support/source-files.js';
import { entityTablesIn, foreignKeysIn, tablesInSql, tablesNamedIn } from '../support/sql-tables.js';
import { meantJoins } from './foreign-tables.js';

/** A file that uses a table of another room, by SQL or by its entity. */
interface ForeignUse {
  readonly reader: string;
  readonly table: string;
  /** A foreign key reads nothing: it is no step of a circle. */
  readonly isForeignKey?: boolean;
}

interface LayerRule {
  readonly name: string;
  readonly from: { readonly path: string; readonly pathNot?: string | string[] };
  readonly to: { readonly path: string; readonly pathNot?: string | string[] };
}

const require = createRequire(import.meta.url);
const { forbidden } = require('../../.dependency-cruiser.cjs') as { forbidden: LayerRule[] };
const layerRules = forbidden.filter(({ name }) => name.endsWith('-imports') || name === 'enterprise-in-its-folder');

/** Files with the tables that their entities map. */
const entityFiles = new Map<string, ReadonlySet<string>>();
const uses: ForeignUse[] = [];
const importedRooms: [from: string, to: string][] = [];

beforeAll(() => {
  const files = productionFiles().map((file) => ({ file, syntax: syntaxOf(file) }));
  for (const { file, syntax } of files) {
    const tables = entityTablesIn(syntax);
    if (tables.size > 0) entityFiles.set(file, tables);
  }
  const tables = new Set([...entityFiles.values()].flatMap((it) => [...it]));
  for (const { file, syntax } of files.filter((it) => it.file !== 'src/entities.ts')) {
    const imports = importsOf(file, syntax);
    importedRooms.push(...imports.map((it): [string, string] => [roomOf(file), roomOf(it)]));
    const byEntity = imports.flatMap((it) => [...(entityFiles.get(it) ?? [])]);
    const read = new Set([...tablesNamedIn(syntax, tables), ...byEntity]);
    const all = [...[...read].map((table) => ({ reader: file, table })), ...foreignKeysOf(file, syntax)];
    uses.push(...all.filter(({ table }) => roomOf(fileOf(table)) !== roomOf(file)));
  }
});

function foreignKeysOf(reader: string, syntax: SyntaxNode): ForeignUse[] {
  return [...foreignKeysIn(syntax)].map((table) => ({ reader, table, isForeignKey: true }));
}

function fileOf(table: string): string {
  return [...entityFiles].find(([, tables]) => tables.has(table))![0];
}

function isListed({ reader, table }: ForeignUse): boolean {
  return listed().some((it) => it.table === table && covers(it.reader, reader));
}

function listed(): ForeignUse[] {
  return Object.entries(meantJoins).flatMap(([reader, { tables }]) => tables.map((table) => ({ reader, table })));
}

function covers(place: string, file: string): boolean {
  return place.endsWith('/') ? file.startsWith(place) : file === place;
}

function matches({ path, pathNot = [] }: LayerRule['from'], file: string): boolean {
  return new RegExp(path).test(file) && ![pathNot].flat().some((it) => new RegExp(it).test(file));
}

describe('a table', () => {
  it('is named only in the folder of its entity and in the files of foreign-tables.ts', () => {
    expect(entityFiles.size).toBeGreaterThan(20);
    const strange = uses.filter((use) => !isListed(use));
    expect(
      strange.map(
        ({ reader, table }) =>
          `${reader} names the table ${table} of ${roomOf(fileOf(table))}: call a service of that room, ` +
          'or list the join with its reason in test/inventory/foreign-tables.ts',
      ),
    ).toEqual([]);
  });

  it('is really named by each file that foreign-tables.ts lists', () => {
    const unused = listed().filter(
      (it) => !uses.some((use) => use.table === it.table && covers(it.reader, use.reader)),
    );
    expect(
      unused.map(
        ({ reader, table }) => `${reader} no longer names ${table}: remove it from test/inventory/foreign-tables.ts`,
      ),
    ).toEqual([]);
  });

  it('is named only by rooms that may import its room', () => {
    const refused = uses.flatMap((use) => {
      const rule = layerRules.find((it) => matches(it.from, use.reader) && matches(it.to, fileOf(use.table)));
      return rule ? [`${use.reader} names ${use.table}, against the layer rule ${rule.name}`] : [];
    });
    expect(refused).toEqual([]);
  });

  it('makes no circle of rooms, together with imports', () => {
    const byTable = uses.filter((use) => !use.isForeignKey);
    const steps = new Map<string, Set<string>>();
    const pairs = [...importedRooms, ...byTable.map((it) => [roomOf(it.reader), roomOf(fileOf(it.table))] as const)];
    for (const [from, to] of pairs) if (from !== to) steps.set(from, (steps.get(from) ?? new Set()).add(to));
    const reaches = (from: string, goal: string, seen = new Set<string>()): boolean =>
      [...(steps.get(from) ?? [])].some((next) => {
        if (next === goal) return true;
        return seen.has(next) ? false : reaches(next, goal, seen.add(next));
      });
    const circular = byTable.filter((it) => reaches(roomOf(fileOf(it.table)), roomOf(it.reader)));
    expect(
      circular.map(
        ({ reader, table }) => `${reader} names ${table}, but ${roomOf(fileOf(table))} uses the reader's room`,
      ),
    ).toEqual([]);
  });
});

describe('the reader of SQL in code', () => {
  it.each<[sql: string, tables: string[]]>([
    ['SELECT 1 FROM node n, edge AS e WHERE n.id = e.source', ['edge', 'node']],
    ['DELETE FROM job USING client c WHERE c.id = job.client_id', ['client', 'job']],
    ['INSERT INTO kind (name) VALUES ($1) ON CONFLICT DO UPDATE SET name = $1', ['kind']],
    ['LOCK TABLE "node" IN ACCESS EXCLUSIVE MODE', ['node']],
    [`SELECT 'event'::regclass`, ['event']],
    ['SELECT FROM public.session LEFT JOIN LATERAL (SELECT FROM account) a ON true', ['account', 'session']],
    ['WITH job AS (SELECT 1) SELECT FROM job', []],
    ['the event comes from the client and goes into the job', []],
  ])('finds in %j the tables %j', (sql, expected) => {
    const tables = new Set(['account', 'client', 'edge', 'event', 'job', 'kind', 'node', 'session']);
    expect([...tablesInSql(sql)].filter((it) => tables.has(it)).toSorted()).toEqual(expected);
    const code = parse(`/** FROM upload */ const it = ${JSON.stringify(sql)}; // FROM upload`);
    expect([...tablesNamedIn(code, new Set([...tables, 'upload']))].toSorted()).toEqual(expected);
  });

  it.each<[code: string, tables: string[]]>([
    ['const sql = `SELECT FROM ${x} JOIN node n ON ${y}`', ['node']],
    [`list({ from: 'node n' })`, ['node']],
    [`const all = ['node', 'audit_log']`, ['audit_log']],
    ['const all = ["node"].map((it) => `DELETE FROM ${it}`)', ['node']],
    [`import { a } from './node.js'; const kind = 'node';`, []],
  ])('finds in the code %s the tables %j', (code, expected) => {
    expect([...tablesNamedIn(parse(code), new Set(['node', 'audit_log']))].toSorted()).toEqual(expected);
  });

  it('finds the tables of all entities of a file and of their foreign keys', () => {
    const code = parse(`@Entity({ name: 'job' }) class A { @Column({ name: 'x' }) @ForeignKey('node', 'id') b }
      @Entity({ name: 'event' }) class B {} @ViewEntity({ name: 'edge', expression }) class C {}`);
    expect([[...entityTablesIn(code)], [...foreignKeysIn(code)]]).toEqual([['job', 'event', 'edge'], ['node']]);
  });
});
