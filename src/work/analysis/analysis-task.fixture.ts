import { clearGraph } from '../../../test/support/test-graph.js';
import { FakeClock } from '../../../test/support/fake-clock.js';
import { type TestDatabase, testDatabase } from '../../../test/support/test-database.js';
import { analysisOf } from '../../analysis/analysis.fixture.js';
import type { AnalysisService } from '../../analysis/analysis.service.js';
import { AnalysisRuns } from '../../analysis/runs/analysis-runs.js';
import { AnalysisTurn } from '../../analysis/runs/analysis-turn.js';
import type { Clock } from '../../base/clock.js';
import { loadSettings } from '../../base/config/load-settings.js';
import { described, edge } from '../../graph/graph-records.fixture.js';
import { writeGraph } from '../../graph/graph.fixture.js';
import { BackgroundWork } from '../../queue/background-work.js';
import { TaskQueue } from '../../queue/task-queue.js';
import { TaskRunner } from '../../queue/task-runner.js';
import { AnalysisTask } from './analysis.task.js';

const settings = loadSettings({ ANALYSIS_MAX_WAIT: '100' });

class FakeUploads {
  filesLeft = false;
  readonly ended: [string, string | null][] = [];

  async hasUnreadFiles(): Promise<boolean> {
    return this.filesLeft;
  }

  async finishAnalysed(runId: string, { failure }: { failure: string | null }): Promise<void> {
    this.ended.push([runId, failure]);
  }
}

/** The providers of one process. */
export class AnalysisInstance {
  readonly uploads = new FakeUploads();
  readonly queue: TaskQueue;
  readonly runs: AnalysisRuns;
  readonly service: AnalysisService;
  readonly task: AnalysisTask;
  readonly runner: TaskRunner;

  constructor({ database }: TestDatabase, clock: Clock) {
    this.queue = new TaskQueue(database);
    this.runs = new AnalysisRuns(database, this.queue, clock);
    this.service = analysisOf(database, clock);
    const turn = new AnalysisTurn(database);
    this.task = new AnalysisTask(this.runs, turn, this.service, this.uploads, database, settings);
    const background = new BackgroundWork();
    background.register(this.task);
    this.runner = new TaskRunner(settings, database, this.queue, background);
  }

  /** Runs the task as the queue does. */
  run(signal = new AbortController().signal): Promise<void> {
    return this.task.run({}, { signal });
  }

  start(): void {
    this.runner.start();
  }
}

/** A graph with one administrator and no derived edges, and the processes that analyse it. */
export class TestAnalysisTask {
  readonly clock = new FakeClock();

  private constructor(readonly test: TestDatabase) {}

  static async start(): Promise<TestAnalysisTask> {
    return new TestAnalysisTask(await testDatabase());
  }

  async reset(): Promise<void> {
    const { database } = this.test;
    await clearGraph(database);
    await database.query('TRUNCATE analysis_run, data_quality_domain, graphile_worker._private_jobs');
    this.clock.set('2026-10-01T12:00:00.000Z');
    await writeGraph(
      database,
      [
        described('S-1', ['Domain', 'Base'], { name: 'X', collected: true, domainsid: 'S-1' }),
        described('U', ['User', 'Base']),
        described('C', ['Computer', 'Base']),
        described('C-544', ['ADLocalGroup', 'Base']),
        edge('C-544', 'LocalToComputer', 'C'),
        edge('U', 'MemberOfLocalGroup', 'C-544'),
      ],
      { day: this.clock.now().toISOString().slice(0, 10) },
    );
  }

  instance(): AnalysisInstance {
    return new AnalysisInstance(this.test, this.clock);
  }

  /** The statuses of all runs, oldest first. */
  async statuses(): Promise<string[]> {
    const rows = await this.test.database.query<{ status: string }>(
      'SELECT status FROM analysis_run ORDER BY started_at, requested_at',
    );
    return rows.map(({ status }) => status);
  }

  /** The waiting tasks. */
  tasks(): Promise<{ later: boolean }[]> {
    return this.test.database.query<{ later: boolean }>(
      'SELECT run_at > now() AS later FROM graphile_worker._private_jobs WHERE key = $1',
      ['analysis'],
    );
  }

  forgetTasks(): Promise<unknown> {
    return this.test.database.query('TRUNCATE graphile_worker._private_jobs');
  }

  drop(): Promise<void> {
    return this.test.drop();
  }
}
