import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readdirSync } from 'node:fs';
import { basename } from 'node:path';
import { insertJobs } from '../../test/support/job-rows.js';
import { bareDatabase } from '../../test/support/test-database.js';
import { loadSettings } from '../base/config/load-settings.js';
import { entities } from '../entities.js';
import { CreateWholeLists1795257100000 } from './migrations/1795257100000-create-whole-lists.js';
import { CreateClientToken1795258000000 } from './migrations/1795258000000-create-client-token.js';
import { CreateFinishedJobDay1795258600000 } from './migrations/1795258600000-create-finished-job-day.js';
import { AddEarliestStart1795258900000 } from './migrations/1795258900000-add-earliest-start.js';
import { migrations } from './migrations.js';
import { type OpenDatabase, openDatabase } from './open-database.js';

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

  it('are all listed, oldest first, and named after their files', () => {
    const files = readdirSync(new URL('migrations', import.meta.url)).map((file) => basename(file, '.ts'));

    expect(migrations.map(({ name }) => name)).toEqual(files.toSorted().map(classNameOf));
  });

  it('make the tables that the entities map', async () => {
    const { upQueries } = await database.dataSource.driver.createSchemaBuilder().log();

    expect(upQueries.map(({ query }) => query)).toEqual([]);
  });

  it('keep clients whose names were the same, under names that are not', async () => {
    const { dataSource } = database;
    const since = migrations.slice(migrations.indexOf(CreateClientToken1795258000000));
    for (const _ of since) await dataSource.undoLastMigration();
    await dataSource.query(`INSERT INTO client (id, name, type, domain_controller, created_at, updated_at)
      SELECT format('%s1111111-1111-4111-8111-111111111111', n)::uuid, name, 'cloud', '', now(), now()
      FROM (VALUES (1, 'One'), (2, 'one'), (3, 'Two'), (4, 'ONE')) AS client (n, name)`);
    await dataSource.runMigrations();
    const rows = await dataSource.query<{ name: string }[]>('SELECT name FROM client ORDER BY id');
    expect(rows.map(({ name }) => name)).toEqual([
      'One',
      'one 21111111-1111-4111-8111-111111111111',
      'Two',
      'ONE 41111111-1111-4111-8111-111111111111',
    ]);
  });

  it('keep the days of sessions, give the other edges that a source stated one, and turn listed ones back', async () => {
    const { dataSource } = database;
    const since = migrations.slice(migrations.indexOf(CreateWholeLists1795257100000));
    const undo = async () => {
      for (const _ of since) await dataSource.undoLastMigration();
    };
    await undo();
    await dataSource.query(`INSERT INTO node (objectid, kind, kinds, name, described, last_seen)
      SELECT 'N' || n, 0, '{}', '', false, date '2026-03-01' + n FROM generate_series(1, 3) n`);
    await dataSource.query(`INSERT INTO edge (source, kind, target, flags)
      ${edge('N1', 100, 'N2', 1)} UNION ALL ${edge('N3', 1, 'N2', 17)} UNION ALL ${edge('N2', 1, 'N3', 2)}`);
    await dataSource.query(`INSERT INTO session_seen SELECT source, target, '2026-02-01' FROM edge WHERE kind = 100`);
    await dataSource.runMigrations();
    const days = await dataSource.query<{ kind: number; day: string }[]>(
      'SELECT kind, seen_on::text AS day FROM edge_seen ORDER BY kind',
    );
    expect(days).toEqual([
      { kind: 1, day: '2026-03-03' },
      { kind: 100, day: '2026-02-01' },
    ]);
    await dataSource.query('UPDATE edge SET flags = 64 WHERE flags = 17');
    await undo();
    const edges = await dataSource.query<{ flags: number }[]>('SELECT flags FROM edge ORDER BY flags');
    const sessions = await dataSource.query<{ day: string }[]>('SELECT seen_on::text AS day FROM session_seen');
    expect([edges, sessions]).toEqual([[{ flags: 1 }, { flags: 1 }, { flags: 2 }], [{ day: '2026-02-01' }]]);
    await dataSource.runMigrations();
  });

  it('count the finished jobs that are there by their days', async () => {
    const { dataSource } = database;
    const since = migrations.slice(migrations.indexOf(CreateFinishedJobDay1795258600000));
    const undo = async () => {
      for (const _ of since) await dataSource.undoLastMigration();
    };
    const addJobs = jobsOf(
      `('2026-03-01T23:59:59.999Z', '2026-03-02', 'complete'), ('2026-03-02', '2026-03-02', 'failed'), ('2026-03-02', NULL, 'running')`,
    );
    const days = () =>
      dataSource.query('SELECT day::text, started::int, ended::int FROM finished_job_day ORDER BY day');
    await undo();
    await dataSource.query(addJobs);
    await dataSource.runMigrations();
    const counted = [
      { day: '2026-03-01 00:00:00+00', started: 1, ended: 0 },
      { day: '2026-03-02 00:00:00+00', started: 1, ended: 2 },
    ];
    expect(await days()).toEqual(counted);
    await undo();
    await dataSource.query(addJobs);
    expect(await dataSource.query('SELECT sum(jobs)::int AS jobs FROM finished_job_count')).toEqual([{ jobs: 4 }]);
    await dataSource.runMigrations();
    expect(await days()).toEqual(counted.map((it) => ({ ...it, started: it.started * 2, ended: it.ended * 2 })));
    await dataSource.query('TRUNCATE job CASCADE');
    expect(await days()).toEqual([]);
  });

  it('know of the finished jobs that are there the earliest start of each day', async () => {
    const { dataSource } = database;
    const since = migrations.slice(migrations.indexOf(AddEarliestStart1795258900000));
    for (const _ of since) await dataSource.undoLastMigration();
    await dataSource.query(
      jobsOf(`('2026-03-01T23:59:59.999Z', '2026-03-02', 'complete'), ('2026-03-02', '2026-03-02', 'failed')`),
    );
    await dataSource.runMigrations();
    await dataSource.query(
      jobsOf(`('2026-03-01T12:00:00Z', '2026-03-01T13:00:00Z', 'complete'), ('2026-03-05', NULL, 'running')`),
    );
    const days = await dataSource.query(
      'SELECT day::text, earliest_start::text AS start FROM finished_job_day ORDER BY day',
    );
    expect(days).toEqual([
      { day: '2026-03-01 00:00:00+00', start: '2026-03-01 12:00:00+00' },
      { day: '2026-03-02 00:00:00+00', start: '2026-03-01 23:59:59.999+00' },
    ]);
    await dataSource.query('TRUNCATE job CASCADE');
  });

  it('can be taken back one by one, to nothing, and run again', async () => {
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

/** `1795243867782-create-graph` is the file of `CreateGraph1795243867782`. */
function classNameOf(file: string): string {
  const [timestamp = '', ...words] = file.split('-');
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('') + timestamp;
}

/** Selects an edge between two nodes. */
function edge(source: string, kind: number, target: string, flags: number): string {
  return `SELECT s.id, ${kind}, t.id, ${flags} FROM node s, node t WHERE (s.objectid, t.objectid) = ('${source}', '${target}')`;
}

/** Inserts jobs of start, end and state, each of a client of its own. */
function jobsOf(values: string): string {
  return insertJobs(`SELECT gen_random_uuid(), started::timestamptz, ended::timestamptz, status
    FROM (VALUES ${values}) job (started, ended, status)`);
}
