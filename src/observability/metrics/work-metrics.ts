import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { Database } from '../../database/database.js';
import type { IngestFigures } from '../../ingest/worker/ingest-figures.js';
import type { TaskRunner } from '../../queue/runner/task-runner.js';

/** What is counted in the database is the same for every instance; what an instance counts itself is to be added up. */
export interface Work {
  readonly database: Database;
  readonly runner: TaskRunner;
  readonly figures: IngestFigures;
}

interface Count {
  readonly label: string;
  readonly count: number;
}

/** Files and tasks that wait or run, analyses by outcome, and what this process has done of it. */
export function watchWork(registry: Registry, { database, runner, figures }: Work): void {
  watchTable(registry, database, {
    name: 'graphward_queue_tasks',
    help: 'Tasks in the queue by name, running ones included.',
    label: 'task',
    sql: 'SELECT task_identifier AS label, count(*)::int AS count FROM graphile_worker.jobs GROUP BY 1',
  });
  watchTable(registry, database, {
    name: 'graphward_upload_files',
    help: 'Files handed in that wait to be read (queued) or are being read (reading).',
    label: 'state',
    sql: `SELECT label, (SELECT count(*)::int FROM upload_file WHERE status = label) AS count
          FROM unnest(ARRAY['queued', 'reading']) label`,
  });
  watchTable(registry, database, {
    name: 'graphward_analysis_runs',
    help: 'Runs of the analysis on record by status.',
    label: 'status',
    sql: 'SELECT status AS label, count(*)::int AS count FROM analysis_run GROUP BY 1',
  });
  watchTasks(registry, runner);
  watchFigures(registry, figures);
}

interface Table {
  readonly name: string;
  readonly help: string;
  readonly label: string;
  /** Gives `label` and `count`. */
  readonly sql: string;
}

function watchTable(registry: Registry, database: Database, { name, help, label, sql }: Table): void {
  const gauge = new Gauge({
    name,
    help,
    labelNames: [label],
    registers: [registry],
    collect: async () => {
      gauge.reset();
      // The others are told also while the database is away.
      const rows = await database.query<Count>(sql).catch(() => []);
      for (const row of rows) gauge.set({ [label]: row.label }, row.count);
    },
  });
}

function watchTasks(registry: Registry, runner: TaskRunner): void {
  const seconds = new Histogram({
    name: 'graphward_task_seconds',
    help: 'Seconds that tasks took in this process, by name and outcome; aborted ones are taken up again.',
    labelNames: ['task', 'outcome'],
    buckets: [0.01, 0.05, 0.1, 0.5, 1, 5, 15, 60, 300, 1800],
    registers: [registry],
  });
  runner.onOutcome(({ name, outcome, seconds: taken }) => seconds.observe({ task: name, outcome }, taken));
}

function watchFigures(registry: Registry, figures: IngestFigures): void {
  const files = new Counter({
    name: 'graphward_ingest_files_total',
    help: 'Files that this process has read, by how they ended.',
    labelNames: ['status'],
    registers: [registry],
    collect: () => {
      files.reset();
      for (const [status, count] of Object.entries(figures.files)) files.inc({ status }, count);
    },
  });
  for (const [what, help] of figureHelp) {
    const counter = new Counter({
      name: `graphward_ingest_${what}_total`,
      help,
      registers: [registry],
      collect: () => {
        counter.reset();
        counter.inc(figures[what]);
      },
    });
  }
}

const figureHelp = [
  ['bytes', 'Bytes of the files that this process has read, as they lay on disk.'],
  ['records', 'Records in the files that this process has read.'],
  ['faults', 'Faults that were found in them.'],
] as const;
