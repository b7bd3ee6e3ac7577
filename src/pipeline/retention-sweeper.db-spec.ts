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
import { RetentionSweeper } from './retention-sweeper.js';

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
    await test.database.query('TRUNCATE analysis_run, graphile_worker._private_jobs, audit_log, ingest_job CASCADE');
    await test.database.query('UPDATE graph_state SET version = 7');
    lines = [];
    jest.spyOn(Logger.prototype, 'log').mockImplementation((line: unknown) => void lines.push(line));
  });
  afterEach(() => {
    jest.restoreAllMocks();
  });

  function sweeper(environment: Readonly<Record<string, string>> = {}): RetentionSweeper {
    const settings = loadSettings(environment);
    const retention = new RetentionService(test.database, settings);
    return new RetentionSweeper(retention, runs, new OldJobsRepository(test.database), audit, settings, clock);
  }

  const load = () =>
    new GraphLoader(test.database, clock).load(
      producing(described('U', ['User', 'Base']), described('C', ['Computer', 'Base']), edge('C', 'HasSession', 'U')),
    );
  const entries = () => test.database.query<{ details: object }>('SELECT action, account_name, details FROM audit_log');
  const edges = async () => (await test.database.query('SELECT FROM edge')).length;

  it('ages the graph, asks for an analysis, and tells what went, in the log and in the audit log', async () => {
    await load();
    clock.set('2026-10-05T12:00:00Z');
    const sweeps = sweeper();
    clock.advance(600_000);
    await sweeps.sweep();
    expect(await edges()).toBe(0);
    expect(await runs.waiting()).toMatchObject({ requestedBy: 'retention' });
    const details = { nodes_by_kind: {}, edges_by_kind: { HasSession: 1 }, version_after: 9 };
    expect(await entries()).toEqual([{ action: 'graph.age', account_name: '(system)', details }]);
    expect(lines).toEqual(['too old and removed: nodes none; edges HasSession 1']);
  });

  it('does and says nothing where nothing is too old', async () => {
    await load();
    const sweeps = sweeper();
    clock.advance(600_000);
    await sweeps.sweep();
    expect([await edges(), await runs.waiting(), await entries(), lines]).toEqual([1, null, [], []]);
  });

  it('begins ten minutes after the start, and goes on every hour', async () => {
    await load();
    clock.set('2026-10-04T23:00:00.000Z');
    const sweeps = sweeper();
    clock.advance(599_999);
    await sweeps.sweep();
    clock.advance(1);
    await sweeps.sweep();
    clock.set('2026-10-05T00:09:59.999Z');
    await sweeps.sweep();
    expect(await edges()).toBe(1);
    clock.advance(1);
    await sweeps.sweep();
    expect(await edges()).toBe(0);
  });

  it('tries again at the next sweep where it failed', async () => {
    await load();
    clock.set('2026-10-05T12:00:00Z');
    const sweeps = sweeper();
    clock.advance(600_000);
    await test.database.query('ALTER TABLE audit_log RENAME TO audit_log_away');
    await expect(sweeps.sweep()).rejects.toThrow('audit_log');
    await test.database.query('ALTER TABLE audit_log_away RENAME TO audit_log');
    expect([await edges(), await runs.waiting()]).toEqual([1, null]);
    await sweeps.sweep();
    expect(await edges()).toBe(0);
  });

  it.each([
    [{}, 1, 1, ['too old and removed: 1 upload jobs', 'too old and removed: 1 audit entries']],
    [{ RETENTION_JOBS: '0', RETENTION_AUDIT: '0' }, 2, 2, []],
    [{ RETENTION_JOBS: '1000', RETENTION_AUDIT: '1000' }, 2, 2, []],
  ])('forgets old jobs and old audit entries, as %j says', async (environment, jobs, audits, said) => {
    const sweeps = sweeper(environment);
    for (const at of ['2025-01-01T00:00:00Z', '2026-10-01T12:00:00Z']) {
      clock.set(at);
      await audit.record({ action: 'login', resource: 'login' });
      await test.database.query(
        `INSERT INTO ingest_job (account_name, status, started_at, last_activity_at, ended_at, finished_at)
         VALUES ('ada', 'complete', $1, $1, $1, $1)`,
        [at],
      );
    }
    await test.database.query(`INSERT INTO ingest_job (account_name, status, started_at, last_activity_at)
      VALUES ('ada', 'running', '2025-01-01', '2025-01-01')`);
    clock.advance(600_000);
    await sweeps.sweep();
    const finished = await test.database.query("SELECT FROM ingest_job WHERE status = 'complete'");
    const running = await test.database.query("SELECT FROM ingest_job WHERE status = 'running'");
    expect([finished.length, running.length, (await entries()).length, lines]).toEqual([jobs, 1, audits, said]);
  });
});
