import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { FakeClock } from '../../../test/support/fake-clock.js';
import { type TestDatabase, testDatabase } from '../../../test/support/test-database.js';
import { until } from '../../../test/support/until.js';
import { TaskQueue } from '../../queue/task-queue.js';
import { described } from '../../graph/graph-records.fixture.js';
import { writeGraph } from '../../graph/graph.fixture.js';
import { currentVersion } from '../../graph/store/graph-version.js';
import { logAnalysed } from '../../graph/store/change-log.js';
import { AnalysisBasis } from './analysis-basis.js';
import type { AnalysisReport } from './analysis-report.js';
import { AnalysisRuns } from './analysis-runs.js';

const clock = new FakeClock();

const reportOf = (runId: string, repeatableVersion: number | null = 7): AnalysisReport => ({
  runId,
  version: 7,
  repeatableVersion,
  rules: 'r1',
  unchanged: false,
  edges: [{ kind: 'AdminTo', created: 2, removed: 1 }],
  skipped: [{ kind: 'ADCSESC1', property: 'schemaversion', objects: 4 }],
  tierZero: 3,
  dataQuality: { tenants: 0, domains: 1 },
});

describe('AnalysisRuns', () => {
  let test: TestDatabase;
  let runs: AnalysisRuns;
  let others: AnalysisRuns;

  beforeAll(async () => {
    test = await testDatabase();
    runs = new AnalysisRuns(test.database, new TaskQueue(test.database), clock);
    others = new AnalysisRuns(test.database, new TaskQueue(test.database), clock);
  });
  beforeEach(async () => {
    clock.set('2026-10-01T12:00:00.000Z');
    await test.database.query('TRUNCATE analysis_run, graphile_worker._private_jobs');
  });
  afterAll(() => test.drop());

  const tasks = () => test.database.query<{ key: string | null }>('SELECT key FROM graphile_worker._private_jobs');
  const read = () => new AnalysisBasis(test.database).read();
  const select = (count: number) =>
    test.database.query('INSERT INTO selected_node SELECT 1, id, 1 FROM node LIMIT $1', [count]);
  const begun = async () => {
    const id = await runs.request('ada');
    await runs.claimNext();
    return id;
  };

  it('inserts one waiting run and one task for concurrent requests', async () => {
    const ids = await Promise.all(
      Array.from({ length: 10 }, (_, i) => (i % 2 ? runs : others).request(`account ${i}`)),
    );
    expect(new Set(ids).size).toBe(1);
    expect(await tasks()).toEqual([{ key: 'analysis' }]);
    expect(await runs.waiting()).toEqual({
      id: ids[0],
      status: 'waiting',
      requestedAt: clock.now(),
      requestedBy: expect.stringMatching(/^account \d$/),
      startedAt: null,
      finishedAt: null,
      stage: 0,
      failures: 0,
      begun: 0,
      summary: null,
      reason: null,
    });
  });

  it('shares the next run between all requests during a run', async () => {
    const first = await begun();
    const [second, third] = [await runs.request('bob'), await others.request('eve')];
    expect(second).toBe(third);
    expect(second).not.toBe(first);
    expect([(await runs.current())?.id, (await runs.waiting())?.id]).toEqual([first, second]);
  });

  it('requests nothing if the transaction of the request is rolled back', async () => {
    const work = test.database.transaction(async (tx) => {
      await runs.request('ada', tx);
      throw new Error('changed my mind');
    });
    await expect(work).rejects.toThrow('changed my mind');
    expect([await runs.waiting(), await tasks()]).toEqual([null, []]);
  });

  it('begins no run before the transactions that request it have committed', async () => {
    await runs.request('ada');
    let isClaimed = false;
    let claim: Promise<unknown> = Promise.resolve();
    await test.database.transaction(async (tx) => {
      await runs.request('bob', tx);
      claim = others.claimNext().then(() => (isClaimed = true));
      await until(async () => {
        const rows = await test.database.query("SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock'");
        return rows.length > 0;
      });
      expect(isClaimed).toBe(false);
    });
    await claim;
    expect((await runs.current())?.status).toBe('running');
  });

  it('follows a run to its end', async () => {
    const id = await runs.request('ada');
    clock.advance(5_000);
    expect(await runs.claimNext()).toMatchObject({ id, status: 'running', startedAt: clock.now(), stage: 0 });
    await runs.saveStage(id, 'rights');
    expect(await runs.current()).toMatchObject({ id, stage: 3 });
    clock.advance(60_000);
    expect(await runs.complete(reportOf(id))).toBe(true);
    const { runId: _, ...summary } = reportOf(id);
    expect(await runs.last()).toMatchObject({ id, status: 'complete', finishedAt: clock.now(), summary, reason: null });
    expect(await runs.current()).toBeNull();
    expect(await runs.complete(reportOf(id))).toBe(false);
    expect(await runs.claimNext()).toBeNull();
  });

  it('claims a run that a dead process left before the waiting one', async () => {
    const left = await begun();
    const startedAt = clock.now();
    await runs.saveStage(left, 'memberships');
    const waiting = await runs.request('bob');
    clock.advance(60_000);
    expect(await others.claimNext()).toMatchObject({ id: left, startedAt, stage: 0 });
    await others.complete(reportOf(left));
    expect(await others.claimNext()).toMatchObject({ id: waiting });
  });

  it('gives up a run that fails for the third time', async () => {
    const id = await begun();
    expect(await runs.fail(id, 'disk full')).toMatchObject({ status: 'running', failures: 1, reason: 'disk full' });
    expect(await runs.fail(id, 'disk full')).toMatchObject({ status: 'running', failures: 2, finishedAt: null });
    expect(await runs.fail(id, 'still full')).toMatchObject({
      status: 'failed',
      failures: 3,
      reason: 'still full',
      finishedAt: clock.now(),
    });
    expect(await runs.last()).toMatchObject({ id, status: 'failed' });
    expect(await runs.claimNext()).toBeNull();
  });

  it('returns the last complete run, unless others wrote to the graph during it', async () => {
    expect(await runs.lastRepeatable()).toBeNull();
    const first = await begun();
    await runs.complete(reportOf(first));
    const { skipped } = reportOf(first);
    expect(await runs.lastRepeatable()).toEqual({ runId: first, version: 7, rules: 'r1', tierZero: 3, skipped });
    clock.advance(1_000);
    await runs.complete(reportOf(await begun(), null));
    expect(await runs.lastRepeatable()).toBeNull();
  });

  it('stores a complete run that was not requested', async () => {
    const id = '6f1c2a34-0000-4000-8000-000000000002';
    const startedAt = clock.now();
    clock.advance(2_000);
    await runs.record('command line', startedAt, reportOf(id));
    expect(await runs.last()).toMatchObject({ id, requestedBy: 'command line', startedAt, finishedAt: clock.now() });
  });

  describe('AnalysisBasis', () => {
    const end = new Date('2026-10-01T12:00:00.000Z');
    const staleNote =
      'the graph changed after the analysis of 2026-10-01T12:00:00.000Z: what it derived may be out of date';
    const analysed = async (isWhole = true) => {
      const version = await currentVersion(test.database);
      await test.database.transaction((tx) => logAnalysed(tx, []));
      await runs.record('test', end, {
        ...reportOf('6f0d1e4e-63a5-4d7e-8f7b-1d0f4f1e9d11', isWhole ? version : null),
        version,
      });
    };

    it('says that tier zero is empty because no analysis has run', async () => {
      await test.database.query('TRUNCATE selected_node');
      const notes = ['tier zero has no members: no analysis has run'];
      expect(await read()).toEqual({ analysedAt: null, staleSince: null, hasTierZero: false, notes });
    });

    it('says that no analysis has run if somebody chose tier zero', async () => {
      await writeGraph(test.database, [described('ADA', ['User', 'Base'], { name: 'ADA' })]);
      await select(1);
      const notes = ['no analysis has run: derived edges and findings are missing'];
      expect(await read()).toEqual({ analysedAt: null, staleSince: null, hasTierZero: true, notes });
    });

    it('has nothing to say about a graph that is analysed', async () => {
      await analysed();
      expect(await read()).toEqual({ analysedAt: end, staleSince: null, hasTierZero: true, notes: [] });
    });

    it('says that tier zero is empty after an analysis', async () => {
      await analysed();
      await test.database.query('TRUNCATE selected_node');
      const notes = ['tier zero has no members: no selector finds a node'];
      expect(await read()).toEqual({ analysedAt: end, staleSince: null, hasTierZero: false, notes });
      await select(1);
    });

    it('says since when the graph has changed', async () => {
      await analysed();
      await writeGraph(test.database, [described('BO', ['User', 'Base'], { name: 'BO' })]);
      const [entry] = await test.database.query<{ at: Date }>(
        'SELECT min(logged_at) AS at FROM change_log WHERE described IS NOT NULL',
      );
      expect(await read()).toEqual({ analysedAt: end, staleSince: entry!.at, hasTierZero: true, notes: [staleNote] });
    });

    it('takes the time of the next request if the log has no entry of the change', async () => {
      await analysed();
      await writeGraph(test.database, [described('BO', ['User', 'Base'], { name: 'BO', description: 'new' })]);
      expect((await read()).staleSince).toEqual(end);
      clock.set('2026-10-01T12:05:00.000Z');
      await runs.request('ada');
      expect(await read()).toMatchObject({ staleSince: clock.now(), notes: [staleNote] });
    });

    it('counts a run during which others wrote as overtaken', async () => {
      await analysed(false);
      expect(await read()).toMatchObject({ analysedAt: end, staleSince: end, notes: [staleNote] });
    });

    it('ignores runs that failed', async () => {
      const id = await begun();
      await runs.giveUp(id, 'disk', test.database);
      expect(await read()).toMatchObject({ analysedAt: null });
    });
  });
});
