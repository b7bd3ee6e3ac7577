import { Logger } from '@nestjs/common';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { clearGraph } from '../../test/support/clear-graph.js';
import { FakeClock } from '../../test/support/fake-clock.js';
import { type TestDatabase, testDatabase } from '../../test/support/test-database.js';
import { AnalysisRuns } from '../analysis/runs/analysis-runs.js';
import { AuditRepository } from '../audit/audit.repository.js';
import { AuditService } from '../audit/audit.service.js';
import { loadSettings } from '../config/load-settings.js';
import { described, edge, producing } from '../graph/graph-records.fixture.js';
import { GraphLoader } from '../graph/loader/graph-loader.js';
import { RetentionService } from '../graph/removal/retention.service.js';
import { OldJobsRepository } from '../ingest/jobs/old-jobs.repository.js';
import { GraphileTaskQueue } from '../queue/graphile-task-queue.js';
import { OldRecordsList } from '../queue/old-records.js';
import { OldRecordsOfAll } from './old-records-of-all.js';
import { OldRunsRepository } from './old-runs.repository.js';
import { RetentionSweeper } from './retention-sweeper.js';
import { RetentionTurnRepository } from './retention-turn.repository.js';

describe('RetentionSweeper', () => {
  const clock = new FakeClock();
  let test: TestDatabase;
  let runs: AnalysisRuns;
  let audit: AuditService;
  let lines: unknown[];

  beforeAll(async () => {
    test = await testDatabase();
    runs = new AnalysisRuns(test.database, new GraphileTaskQueue(test.database), clock);
    audit = new AuditService(new AuditRepository(test.database), clock);
  });
  afterAll(() => test.drop());
  beforeEach(async () => {
    clock.set('2026-10-01T12:00:00Z');
    await clearGraph(test.database);
    await test.database.query('TRUNCATE data_quality_domain, data_quality_tenant');
    await test.database.query(
      'TRUNCATE analysis_run, graphile_worker._private_jobs, audit_log, ingest_job, retention_turn CASCADE',
    );
    await test.database.query('UPDATE graph_state SET version = 7');
    lines = [];
    jest.spyOn(Logger.prototype, 'log').mockImplementation((line: unknown) => void lines.push(line));
  });
  afterEach(() => {
    jest.restoreAllMocks();
  });

  /** As of a process that has just been started. */
  function sweeper(environment: Readonly<Record<string, string>> = {}) {
    const { database } = test;
    const settings = loadSettings(environment);
    const records = new OldRecordsList();
    const [jobs, oldRuns] = [new OldJobsRepository(database), new OldRunsRepository(database)];
    new OldRecordsOfAll(records, jobs, oldRuns, audit, settings).onModuleInit();
    const retention = new RetentionService(database, settings);
    const turn = new RetentionTurnRepository(database);
    const sweeps = new RetentionSweeper(retention, runs, records, audit, turn, clock);
    return { records, sweep: (signal = new AbortController().signal) => sweeps.sweep(signal) };
  }

  /** As if somebody had looked all the time, and it was time now. */
  const makeDue = () =>
    test.database.query(
      `INSERT INTO retention_turn (looked_at, due_at) VALUES ($1, $1)
       ON CONFLICT (one) DO UPDATE SET looked_at = excluded.looked_at, due_at = excluded.due_at`,
      [clock.now()],
    );

  const load = () =>
    new GraphLoader(test.database, clock).load(
      producing(described('U', ['User', 'Base']), described('C', ['Computer', 'Base']), edge('C', 'HasSession', 'U')),
    );
  const entries = () => test.database.query<{ details: object }>('SELECT action, account_name, details FROM audit_log');
  const edges = async () => (await test.database.query('SELECT FROM edge')).length;

  it('ages the graph, asks for an analysis, and tells what went, in the log and in the audit log', async () => {
    await load();
    clock.set('2026-10-05T12:00:00Z');
    await makeDue();
    await sweeper().sweep();
    expect(await edges()).toBe(0);
    expect(await runs.waiting()).toMatchObject({ requestedBy: 'retention' });
    const details = { nodes_by_kind: {}, edges_by_kind: { HasSession: 1 }, version_after: 9 };
    expect(await entries()).toEqual([{ action: 'graph.age', account_name: '(system)', details }]);
    expect(lines).toEqual(['too old and removed: nodes none; edges HasSession 1']);
  });

  it('does and says nothing where nothing is too old', async () => {
    await load();
    await makeDue();
    await sweeper().sweep();
    expect([await edges(), await runs.waiting(), await entries(), lines]).toEqual([1, null, [], []]);
  });

  /** Looks once a minute, each time as a process that has just been started. @returns the times when something was to be forgotten */
  async function lookFor(minutes: number): Promise<string[]> {
    const times: string[] = [];
    for (let minute = 0; minute < minutes; minute++) {
      const { asked, records } = watched();
      const process = sweeper({ RETENTION_JOBS: '0', RETENTION_AUDIT: '0' });
      process.records.add(records);
      await process.sweep();
      if (asked.length > 0) times.push(clock.now().toISOString());
      clock.advance(60_000);
    }
    return times;
  }

  it('begins ten minutes after the first start, and goes on every hour, however often processes are started', async () => {
    expect(await lookFor(180)).toEqual([
      '2026-10-01T12:10:00.000Z',
      '2026-10-01T13:10:00.000Z',
      '2026-10-01T14:10:00.000Z',
    ]);
  });

  it('waits ten minutes where nobody looked for longer than that, and not where somebody did', async () => {
    await lookFor(60);
    expect(clock.now().toISOString()).toBe('2026-10-01T13:00:00.000Z');
    clock.set('2026-10-01T13:09:00Z');
    expect(await lookFor(2)).toEqual(['2026-10-01T13:10:00.000Z']);
    clock.set('2026-10-01T15:00:00Z');
    expect(await lookFor(30)).toEqual(['2026-10-01T15:10:00.000Z']);
  });

  it('is done by one of several that look', async () => {
    await makeDue();
    const times = [...(await lookFor(1)), ...(await lookFor(1)), ...(await lookFor(1))];
    expect(times).toEqual(['2026-10-01T12:00:00.000Z']);
  });

  it('tries again at the next sweep where it failed', async () => {
    await load();
    clock.set('2026-10-05T12:00:00Z');
    await makeDue();
    await test.database.query('ALTER TABLE audit_log RENAME TO audit_log_away');
    await expect(sweeper().sweep()).rejects.toThrow('audit_log');
    await test.database.query('ALTER TABLE audit_log_away RENAME TO audit_log');
    expect([await edges(), await runs.waiting()]).toEqual([1, null]);
    await sweeper().sweep();
    expect(await edges()).toBe(0);
  });

  it('forgets batch by batch, leaves the rest where the process stops, and takes it at the next look', async () => {
    await makeDue();
    const stop = new AbortController();
    const { asked, records } = watched(3);
    const deleteSome = async (before: Date) => {
      if (asked.length === 1) stop.abort();
      return records.deleteSome(before);
    };
    const stopped = sweeper({ RETENTION_JOBS: '0', RETENTION_AUDIT: '0' });
    stopped.records.add({ ...records, deleteSome });
    await stopped.sweep(stop.signal);
    expect([asked, lines]).toEqual([
      Array(2).fill('2026-09-30T12:00:00.000Z'),
      ['too old and removed: 20 watched things'],
    ]);
    const next = sweeper({ RETENTION_JOBS: '0', RETENTION_AUDIT: '0' });
    next.records.add(records);
    await next.sweep();
    expect([asked.length, lines]).toEqual([
      4,
      ['too old and removed: 20 watched things', 'too old and removed: 10 watched things'],
    ]);
  });

  it.each([
    [{}, 1, 1, ['too old and removed: 250 upload jobs', 'too old and removed: 1 audit entries']],
    [{ RETENTION_JOBS: '0', RETENTION_AUDIT: '0' }, 251, 2, []],
    [{ RETENTION_JOBS: '1000', RETENTION_AUDIT: '1000' }, 251, 2, []],
  ])('forgets old jobs and old audit entries, as %j says', async (environment, jobs, audits, said) => {
    for (const [at, count] of [
      ['2025-01-01T00:00:00Z', 250],
      ['2026-10-01T12:00:00Z', 1],
    ] as const) {
      clock.set(at);
      await audit.record({ action: 'login', resource: 'login' });
      await test.database.query(
        `INSERT INTO ingest_job (account_name, status, started_at, last_activity_at, ended_at, finished_at)
         SELECT 'ada', 'complete', $1, $1, $1, $1 FROM generate_series(1, $2)`,
        [at, count],
      );
    }
    await test.database.query(`INSERT INTO ingest_job (account_name, status, started_at, last_activity_at)
      VALUES ('ada', 'running', '2025-01-01', '2025-01-01')`);
    await makeDue();
    await sweeper(environment).sweep();
    const finished = await test.database.query("SELECT FROM ingest_job WHERE status = 'complete'");
    const running = await test.database.query("SELECT FROM ingest_job WHERE status = 'running'");
    expect([finished.length, running.length, (await entries()).length, lines]).toEqual([jobs, 1, audits, said]);
  });

  /** A row of data quality as a run writes it. */
  async function countNothing(table: string, environment: string, runId: string): Promise<void> {
    const columns = await test.database.query<{ name: string }>(
      `SELECT column_name AS name FROM information_schema.columns
       WHERE table_name = $1 AND is_identity = 'NO' AND data_type IN ('integer', 'double precision')`,
      [table],
    );
    const names = columns.map(({ name }) => name);
    await test.database.query(
      `INSERT INTO ${table} (created_at, updated_at, run_id, ${environment}, ${names.join(', ')})
       VALUES (now(), now(), $1, 'X', ${names.map(() => 0).join(', ')})`,
      [runId],
    );
  }

  it('forgets old runs of the analysis, but for those that are referred to, and the last of each end', async () => {
    await test.database.query(
      `INSERT INTO analysis_run (id, status, requested_at, requested_by, finished_at)
       SELECT ('00000000-0000-4000-8000-00000000000' || n)::uuid, status, at, 'ada', CASE WHEN status <> 'running' THEN at END
       FROM (VALUES (1, 'complete', '2026-01-01'::timestamptz), (2, 'failed', '2026-01-02'), (3, 'complete', '2026-01-03'),
         (4, 'complete', '2026-01-04'), (5, 'complete', '2026-01-05'), (6, 'failed', '2026-01-06'), (7, 'running', '2026-01-07'),
         (8, 'complete', '2026-01-08')) v (n, status, at)`,
    );
    await countNothing('data_quality_tenant', 'tenantid', run(3));
    await countNothing('data_quality_domain', 'domainsid', run(4));
    await test.database.query(
      `INSERT INTO ingest_job (account_name, status, started_at, last_activity_at, ended_at, finished_at, analysis_run_id)
       VALUES ('ada', 'complete', $1, $1, $1, $1, $2)`,
      [clock.now(), run(5)],
    );
    await makeDue();
    await sweeper().sweep();
    const left = await test.database.query<{ id: string }>('SELECT id FROM analysis_run ORDER BY id');
    expect(left.map(({ id }) => id)).toEqual([3, 4, 5, 6, 7, 8].map(run));
    expect(lines).toEqual(['too old and removed: 2 runs of the analysis']);
  });
});

/** One that notes when it was asked to forget something, and has so many batches to forget. */
function watched(batches = 0) {
  const asked: string[] = [];
  let left = batches;
  const deleteSome = async (before: Date) => {
    asked.push(before.toISOString());
    return left-- > 0 ? 10 : 0;
  };
  return { asked, records: { what: 'watched things', days: 1, deleteSome } };
}

function run(n: number): string {
  return `00000000-0000-4000-8000-00000000000${n}`;
}
