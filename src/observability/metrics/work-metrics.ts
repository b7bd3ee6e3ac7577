import { Injectable } from '@nestjs/common';
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import { analysisRunStatuses } from '../../analysis/runs/analysis-run-status.js';
import { AnalysisRuns } from '../../analysis/runs/analysis-runs.js';
import { Questions } from '../../http/limits/questions.js';
import { Uploads } from '../../ingest/uploads/uploads.repository.js';
import { IngestFigures } from '../../ingest/worker/ingest-figures.js';
import { On, taskEnded, type TaskOutcome } from '../../queue/background-work.js';
import { TaskQueue } from '../../queue/task-queue.js';
import { taskNames } from '../../queue/tasks.js';

interface CountGauge {
  readonly name: string;
  readonly help: string;
  /** Label that gets the keys of the counts. */
  readonly label: string;
  /** Keys that are reported as 0 if nothing has them, because a missing series does not compare as 0. */
  readonly keys: readonly string[];
  readonly count: () => Promise<Readonly<Record<string, number>>>;
}

const figureHelp = [
  ['bytes', 'Bytes of the files that this process has read, as stored on disk.'],
  ['records', 'Records in the files that this process has read.'],
  ['faults', 'Faults in the files that this process has read.'],
] as const;

/**
 * Metrics of background work and of questions. Gauges of background work count rows in the database, so every instance reports the same
 * values. Counters, histograms and questions belong to one process: add them up.
 */
@Injectable()
export class WorkMetrics {
  private tasks: Histogram<'task' | 'outcome'> | undefined;

  constructor(
    private readonly queue: TaskQueue,
    private readonly uploads: Uploads,
    private readonly analyses: AnalysisRuns,
    private readonly figures: IngestFigures,
    private readonly questions: Questions,
  ) {}

  register(registry: Registry): void {
    registerCounts(registry, {
      name: 'graphward_queue_tasks',
      help: 'Tasks in the queue by name, including running tasks.',
      label: 'task',
      keys: taskNames,
      count: () => this.queue.countByName(),
    });
    registerCounts(registry, {
      name: 'graphward_questions',
      help: 'Questions to the graph and lists that are being answered, or wait for their turn.',
      label: 'state',
      keys: ['answered', 'waiting'],
      count: () => Promise.resolve(this.questions.counts()),
    });
    registerCounts(registry, {
      name: 'graphward_upload_files',
      help: 'Uploaded files that wait for a reader (queued) or are being read (reading).',
      label: 'state',
      keys: ['queued', 'reading'],
      count: () => this.uploads.countUnreadByStatus(),
    });
    registerCounts(registry, {
      name: 'graphward_analysis_runs',
      help: 'Stored runs of the analysis by status.',
      label: 'status',
      keys: analysisRunStatuses,
      count: () => this.analyses.countByStatus(),
    });
    registerLateness(registry, this.queue);
    this.tasks = registerTasks(registry);
    registerFiles(registry, this.figures);
    for (const figure of figureHelp) registerFigure(registry, this.figures, figure);
  }

  @On(taskEnded)
  observe({ name, outcome, seconds }: TaskOutcome): void {
    this.tasks?.observe({ task: name, outcome }, seconds);
  }
}

function registerCounts(registry: Registry, { name, help, label, keys, count }: CountGauge): void {
  const gauge = new Gauge({
    name,
    help,
    labelNames: [label],
    registers: [registry],
    collect: async () => {
      gauge.reset();
      // Without a database the other metrics are still reported.
      const counts = await count().catch(() => null);
      if (!counts) return;
      const none = Object.fromEntries(keys.map((key) => [key, 0]));
      for (const [key, value] of Object.entries({ ...none, ...counts })) gauge.set({ [label]: key }, value);
    },
  });
}

function registerLateness(registry: Registry, queue: TaskQueue): void {
  const gauge: Gauge = new Gauge({
    name: 'graphward_queue_late_seconds',
    help: 'Seconds that the oldest task waits for a worker although it is due.',
    registers: [registry],
    collect: async () => {
      const state = await queue.state().catch(() => null);
      if (state) gauge.set(state.lateSeconds);
      else gauge.reset();
    },
  });
}

function registerTasks(registry: Registry): Histogram<'task' | 'outcome'> {
  return new Histogram({
    name: 'graphward_task_seconds',
    help: 'Duration of tasks in this process by name and outcome. An aborted task is retried later.',
    labelNames: ['task', 'outcome'],
    buckets: [0.01, 0.05, 0.1, 0.5, 1, 5, 15, 60, 300, 1800],
    registers: [registry],
  });
}

function registerFiles(registry: Registry, figures: IngestFigures): void {
  const counter = new Counter({
    name: 'graphward_ingest_files_total',
    help: 'Files that this process has read, by final status.',
    labelNames: ['status'],
    registers: [registry],
    collect: () => {
      counter.reset();
      for (const [status, count] of Object.entries(figures.files)) counter.inc({ status }, count);
    },
  });
}

function registerFigure(registry: Registry, figures: IngestFigures, [figure, help]: (typeof figureHelp)[number]): void {
  const counter = new Counter({
    name: `graphward_ingest_${figure}_total`,
    help,
    registers: [registry],
    collect: () => {
      counter.reset();
      counter.inc(figures[figure]);
    },
  });
}
