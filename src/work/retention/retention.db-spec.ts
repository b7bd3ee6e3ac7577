import { Logger } from '@nestjs/common';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { testApp } from '../../../test/support/app.js';
import { clearGraph } from '../../../test/support/test-graph.js';
import { FakeClock } from '../../../test/support/fake-clock.js';
import { type TestDatabase, testDatabase } from '../../../test/support/test-database.js';
import { AnalysisRuns } from '../../analysis/runs/analysis-runs.js';
import { AuditRepository } from '../../auth/audit/audit.repository.js';
import { AuditService } from '../../auth/audit/audit.service.js';
import { loadSettings } from '../../base/config/load-settings.js';
import { described, edge } from '../../graph/graph-records.fixture.js';
import { writeGraph } from '../../graph/graph.fixture.js';
import { GraphExpiry } from '../../graph/writer/removal/graph-expiry.js';
import { UploadCleanup } from '../uploads/finish-uploads.js';
import { TaskQueue } from '../../queue/task-queue.js';
import { BackgroundWork, type ExpiringRows } from '../../queue/background-work.js';
import { GraphRetention, Retention } from './retention.js';
import { RetentionTurnRepository } from './retention-turn.repository.js';
import { NamedKinds } from '../../graph/kinds/free-kinds.js';

describe('an instance whose clock is ahead', () => {
  it('deletes and ends nothing early', async () => {
    const app = await testApp({ clock: new FakeClock('2099-01-01T00:00:00Z') });
    try {
      await app.database.query(
        `INSERT INTO audit_log (at, account_name, action, resource, outcome) VALUES (now(), 'ada', 'login', 'login', 'failure');
         INSERT INTO upload (account_name, status, started_at, last_activity_at) VALUES ('ada', 'running', now(), now());
         INSERT INTO retention_turn (looked_at, due_at) VALUES (now(), now())`,
      );
      await app.app.get(Retention, { strict: false }).run(new AbortController().signal);
      await app.app.get(UploadCleanup, { strict: false }).timeOutIdle();
      const left = await app.database.query(
        `SELECT (SELECT count(*)::int FROM audit_log) AS entries, (SELECT status FROM upload) AS upload,
           (SELECT due_at < now() + interval '1 day' FROM retention_turn) AS "runsWithinADay"`,
      );
      expect(left).toEqual([{ entries: 1, upload: 'running', runsWithinADay: true }]);
    } finally {
      await app.close();
    }
  });
});

describe('Retention', () => {
  const clock = new FakeClock();
  let test: TestDatabase;
  let runs: AnalysisRuns;
  let lines: unknown[];

  beforeAll(async () => {
    test = await testDatabase();
    runs = new AnalysisRuns(test.database, new TaskQueue(test.database), clock);
  });
  afterAll(() => test.drop());
  beforeEach(async () => {
    clock.set('2026-10-01T12:00:00Z');
    await clearGraph(test.database);
    await test.database.query(
      'TRUNCATE analysis_run, graphile_worker._private_jobs, audit_log, retention_turn CASCADE',
    );
    await test.database.query('UPDATE graph_state SET version = 7');
    lines = [];
    jest.spyOn(Logger.prototype, 'log').mockImplementation((line: unknown) => void lines.push(line));
  });
  afterEach(() => {
    jest.restoreAllMocks();
  });

  /** As a process that has just been started. */
  function run(expiring: readonly ExpiringRows[] = [], signal = new AbortController().signal): Promise<void> {
    const { database } = test;
    const expiry = new GraphExpiry(database, loadSettings({ EDITION: 'enterprise' }), new NamedKinds());
    const audit = new AuditService(new AuditRepository(database));
    const turn = new RetentionTurnRepository(database);
    const background = new BackgroundWork();
    background.expiring.push(...expiring);
    const graph = new GraphRetention(expiry, runs, audit);
    return new Retention(graph, background, turn, loadSettings({}), clock).run(signal);
  }

  /** As if somebody had looked all the time, and it was time now. */
  const makeDue = () =>
    test.database.query(
      `INSERT INTO retention_turn (looked_at, due_at) VALUES ($1, $1)
       ON CONFLICT (one) DO UPDATE SET looked_at = excluded.looked_at, due_at = excluded.due_at`,
      [clock.now()],
    );

  const load = () =>
    writeGraph(
      test.database,
      [described('U', ['User', 'Base']), described('C', ['Computer', 'Base']), edge('C', 'HasSession', 'U')],
      { day: clock.now().toISOString().slice(0, 10) },
    );
  const entries = () => test.database.query<{ details: object }>('SELECT action, account_name, details FROM audit_log');
  const edges = async () => (await test.database.query('SELECT FROM edge')).length;

  it('deletes expired edges, requests an analysis, and writes the log and the audit log', async () => {
    await load();
    clock.set('2026-10-05T12:00:00Z');
    await makeDue();
    await run();
    expect(await edges()).toBe(0);
    expect(await runs.waiting()).toMatchObject({ requestedBy: 'retention' });
    const details = { nodes_by_kind: {}, edges_by_kind: { HasSession: 1 }, version_after: 9 };
    expect(await entries()).toEqual([{ action: 'graph.expire', account_name: '(system)', details }]);
    expect(lines).toEqual(['too old and removed: nodes none; edges HasSession 1']);
  });

  it('changes and logs nothing if nothing has expired', async () => {
    await load();
    await makeDue();
    await run();
    expect([await edges(), await runs.waiting(), await entries(), lines]).toEqual([1, null, [], []]);
  });

  /** Looks once a minute, each time as a process that has just started. @returns the times when something was to be forgotten */
  async function lookFor(minutes: number): Promise<string[]> {
    const times: string[] = [];
    for (let minute = 0; minute < minutes; minute++) {
      const { asked, records } = watched();
      await run([records]);
      if (asked.length > 0) times.push(clock.now().toISOString());
      clock.advance(60_000);
    }
    return times;
  }

  it('runs ten minutes after the first start and then every hour, also if processes restart', async () => {
    expect(await lookFor(180)).toEqual([
      '2026-10-01T12:10:00.000Z',
      '2026-10-01T13:10:00.000Z',
      '2026-10-01T14:10:00.000Z',
    ]);
  });

  it('waits ten minutes if all processes were stopped for longer than that', async () => {
    await lookFor(60);
    expect(clock.now().toISOString()).toBe('2026-10-01T13:00:00.000Z');
    clock.set('2026-10-01T13:09:00Z');
    expect(await lookFor(2)).toEqual(['2026-10-01T13:10:00.000Z']);
    clock.set('2026-10-01T15:00:00Z');
    expect(await lookFor(30)).toEqual(['2026-10-01T15:10:00.000Z']);
  });

  it('runs in one of several processes', async () => {
    await makeDue();
    const times = [...(await lookFor(1)), ...(await lookFor(1)), ...(await lookFor(1))];
    expect(times).toEqual(['2026-10-01T12:00:00.000Z']);
  });

  it('runs again a minute after a failure', async () => {
    await load();
    clock.set('2026-10-05T12:00:00Z');
    await makeDue();
    await test.database.query('ALTER TABLE audit_log RENAME TO audit_log_away');
    const errors = jest.spyOn(Logger.prototype, 'error').mockImplementation(() => {});
    await run();
    expect(errors.mock.calls).toEqual([
      [expect.stringMatching('expired nodes and edges are not removed: .*audit_log')],
    ]);
    await test.database.query('ALTER TABLE audit_log_away RENAME TO audit_log');
    expect([await edges(), await runs.waiting()]).toEqual([1, null]);
    await run();
    expect(await edges()).toBe(0);
  });

  it('logs a failed deletion, deletes the other rows, and repeats after a minute', async () => {
    await makeDue();
    const errors = jest.spyOn(Logger.prototype, 'error').mockImplementation(() => {});
    const { records } = watched(2);
    const broken = {
      ...records,
      name: 'broken things',
      deleteSome: () => Promise.reject(new Error('statement timeout')),
    };
    await run([broken, records]);
    expect(lines).toEqual(['too old and removed: 20 watched things']);
    expect(errors.mock.calls).toEqual([['expired broken things are not removed: statement timeout']]);
    const { asked, records: mended } = watched();
    await run([mended]);
    expect(asked).toHaveLength(1);
  });

  it('deletes in batches, stops with the process, and continues at the next run', async () => {
    await makeDue();
    const stop = new AbortController();
    const { asked, records } = watched(3);
    const deleteSome = async (before: Date) => {
      if (asked.length === 1) stop.abort();
      return records.deleteSome(before);
    };
    await run([{ ...records, deleteSome }], stop.signal);
    expect([asked, lines]).toEqual([
      Array(2).fill('2026-09-30T12:00:00.000Z'),
      ['too old and removed: 20 watched things'],
    ]);
    await run([records]);
    expect([asked.length, lines]).toEqual([
      4,
      ['too old and removed: 20 watched things', 'too old and removed: 10 watched things'],
    ]);
  });

  it('deletes no rows that are kept for 0 days', async () => {
    await makeDue();
    const { asked, records } = watched(1);
    await run([{ ...records, days: () => 0 }]);
    expect([asked, lines]).toEqual([[], []]);
  });
});

/** Expiring rows with a number of batches to delete, and the times for which a deletion was requested. */
function watched(batches = 0) {
  const asked: string[] = [];
  let left = batches;
  const deleteSome = async (before: Date) => {
    asked.push(before.toISOString());
    return left-- > 0 ? 10 : 0;
  };
  return { asked, records: { name: 'watched things', days: () => 1, deleteSome } };
}
