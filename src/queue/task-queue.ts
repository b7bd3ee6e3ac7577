import { Injectable } from '@nestjs/common';
import { currentTracer } from '../base/scope/tracing.js';
import { Database, sqlIn, type SqlRunner } from '../database/database.js';
import type { Transaction } from '../database/transaction.js';
import type { TaskArguments, TaskName } from './tasks.js';

export interface TaskOptions {
  /** A task replaces the waiting task with the same key. */
  readonly key?: string;
  /** The earliest start; now if absent. */
  readonly runAt?: Date;
  /** Smaller numbers run first; 0 if absent. */
  readonly priority?: number;
  /** Tasks of the same queue run one after another. */
  readonly queue?: string;
}

/**
 * graphile-worker counts an attempt for every start, also if the process was killed or the database was lost. The task is
 * not to blame for those, so the maximum is the largest possible. Handlers decide when to give up.
 */
const UNLIMITED_ATTEMPTS = 32_767;

/** A new task replaces the waiting one with the same key. It does not touch a running one: it runs after it. */
const ADD = `
  SELECT task.id::text FROM graphile_worker.add_job(
    $1, payload => $2::json, run_at => $3::timestamptz, max_attempts => ${UNLIMITED_ATTEMPTS}::smallint, job_key => $4,
    priority => $5::smallint, queue_name => $6, job_key_mode => 'replace') task`;

const COUNT = 'SELECT task_identifier AS name, count(*)::integer AS tasks FROM graphile_worker.jobs GROUP BY 1';

/** The state of the queue as a whole. */
export interface QueueState {
  readonly waiting: number;
  readonly running: number;
  /** Tasks that have failed and are tried again. */
  readonly failing: number;
  /** Seconds for which the oldest task could have run, but did not. */
  readonly lateSeconds: number;
}

const STATE = `
  SELECT count(*) FILTER (WHERE locked_at IS NULL)::int AS waiting, count(locked_at)::int AS running,
    count(last_error)::int AS failing,
    coalesce(extract(epoch FROM now() - min(run_at) FILTER (WHERE locked_at IS NULL AND run_at < now())), 0)::int AS "lateSeconds"
  FROM graphile_worker.jobs`;

/** Adds a task by the SQL of a transaction. */
export async function addTask<Name extends TaskName>(
  sql: SqlRunner,
  name: Name,
  args: TaskArguments[Name],
  { key, runAt, priority = 0, queue }: TaskOptions = {},
): Promise<void> {
  // A periodic task requests itself, so that a link would lead nowhere else.
  const traceparent = name === 'periodic' ? undefined : currentTracer()?.traceparent();
  const values = [name, JSON.stringify({ ...args, traceparent }), runAt ?? null, key ?? null, priority, queue ?? null];
  // add_job consists of two statements. If a worker takes the task with the key between them, it adds nothing and returns no id.
  let id: string | null = null;
  while (id === null) {
    const [row] = await sql.prepared<{ id: string | null }>(ADD, values);
    id = row?.id ?? null;
  }
}

/** Adds tasks to the tables of graphile-worker. The tasks survive the process; processes with a suitable ROLE run them. */
@Injectable()
export class TaskQueue {
  constructor(private readonly database: Database) {}

  /** @param on a transaction: the task then exists only if the transaction commits */
  add<Name extends TaskName>(
    name: Name,
    args: TaskArguments[Name],
    options: TaskOptions = {},
    on: Transaction = this.database,
  ): Promise<void> {
    return addTask(sqlIn(on), name, args, options);
  }

  async state(): Promise<QueueState> {
    const [row] = await this.database.query<QueueState>(STATE);
    return row ?? { waiting: 0, running: 0, failing: 0, lateSeconds: 0 };
  }

  /** Counts the tasks in the queue by name, running tasks included. A name without tasks is absent. */
  async countByName(): Promise<Readonly<Record<string, number>>> {
    const rows = await this.database.query<{ name: string; tasks: number }>(COUNT);
    return Object.fromEntries(rows.map(({ name, tasks }) => [name, tasks]));
  }
}
