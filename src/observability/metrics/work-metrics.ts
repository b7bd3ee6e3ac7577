import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import { analysisRunStatuses } from '../../analysis/runs/analysis-run-status.js';
import { AnalysisRuns } from '../../analysis/runs/analysis-runs.js';
import { Questions } from '../../http/limits/questions.js';
import { fileStatuses } from '../../ingest/ingest-report.js';
import { Uploads } from '../../ingest/uploads/uploads.repository.js';
import { BackgroundWork, On, type ReportedCounts, taskEnded, type TaskOutcome } from '../../queue/background-work.js';
import { TaskQueue } from '../../queue/task-queue.js';
import { taskNames } from '../../queue/tasks.js';
import { fileRead, type ReadFile } from '../../work/uploads/ingest-file.task.js';

/**
 * Metrics of background work and of questions. Gauges of background work count rows in the database, so every instance reports the same
 * values. Counters, histograms and questions belong to one process: add them up.
 */
@Injectable()
export class WorkMetrics implements OnApplicationBootstrap {
  private registry: Registry | undefined;
  private tasks: Histogram<'task' | 'outcome'> | undefined;
  private files: ReturnType<typeof registerFiles> | undefined;

  constructor(
    private readonly queue: TaskQueue,
    private readonly uploads: Uploads,
    private readonly analyses: AnalysisRuns,
    private readonly questions: Questions,
    private readonly background: BackgroundWork,
  ) {}

  register(registry: Registry): void {
    this.registry = registry;
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
    this.files = registerFiles(registry);
  }

  /** Providers register what they count when the application starts. */
  onApplicationBootstrap(): void {
    const { registry } = this;
    if (registry) for (const counts of this.background.counts) registerCounts(registry, counts);
  }

  @On(taskEnded)
  observe({ name, outcome, seconds }: TaskOutcome): void {
    this.tasks?.observe({ task: name, outcome }, seconds);
  }

  @On(fileRead)
  count({ status, size, payloads }: ReadFile): void {
    this.files?.read.inc({ status });
    this.files?.bytes.inc(size);
    for (const { records, faultCount } of payloads) {
      this.files?.records.inc(records);
      this.files?.faults.inc(faultCount);
    }
  }
}

function registerCounts(registry: Registry, counted: ReportedCounts): void {
  const { name, help, label, keys } = counted;
  const gauge = new Gauge({
    name,
    help,
    labelNames: [label],
    registers: [registry],
    collect: async () => {
      gauge.reset();
      // Without a database the other metrics are still reported.
      const counts = await counted.count().catch(() => null);
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

function registerFiles(registry: Registry) {
  const registers = [registry];
  const read = new Counter({
    name: 'graphward_ingest_files_total',
    help: 'Files that this process has read, by final status.',
    labelNames: ['status'],
    registers,
  });
  for (const status of fileStatuses) read.inc({ status }, 0);
  const counter = (figure: string, help: string) =>
    new Counter({ name: `graphward_ingest_${figure}_total`, help, registers });
  return {
    read,
    bytes: counter('bytes', 'Bytes of the files that this process has read, as stored on disk.'),
    records: counter('records', 'Records in the files that this process has read.'),
    faults: counter('faults', 'Faults in the files that this process has read.'),
  };
}
