import { Injectable } from '@nestjs/common';
import { Database, sqlIn } from '../database/database.js';
import type { Transaction } from '../database/transaction.js';
import { type TaskName, type TaskOptions, type TaskPayloads, TaskQueue } from './task-queue.js';

/**
 * The library counts an attempt whenever a task is taken, also where the process was killed or the database went away; none of
 * these is the task's fault, so the number is the largest it takes. Handlers count what is a reason to give up.
 */
const UNLIMITED_ATTEMPTS = 32_767;

/** The task that waits under the key is replaced; one that runs keeps running, and the new one comes after it. */
const ADD = `
  SELECT task.id::text FROM graphile_worker.add_job(
    $1, payload => $2::json, run_at => $3::timestamptz, max_attempts => ${UNLIMITED_ATTEMPTS}::smallint, job_key => $4,
    priority => $5::smallint, job_key_mode => 'replace') task`;

const COUNT = 'SELECT task_identifier AS name, count(*)::integer AS tasks FROM graphile_worker.jobs GROUP BY 1';

/** Tasks in the tables of graphile-worker, added by its SQL function and so in whatever transaction the caller is in. */
@Injectable()
export class GraphileTaskQueue extends TaskQueue {
  constructor(private readonly database: Database) {
    super();
  }

  override async add<Name extends TaskName>(
    name: Name,
    payload: TaskPayloads[Name],
    { key, runAt, priority = 0 }: TaskOptions = {},
    on: Transaction = this.database,
  ): Promise<void> {
    const values = [name, JSON.stringify(payload), runAt ?? null, key ?? null, priority];
    // A task that is taken between the two statements of the function, under the key, makes it add nothing and give no id.
    let id: string | null = null;
    while (id === null) {
      const [row] = await sqlIn(on).prepared<{ id: string | null }>(ADD, values);
      id = row?.id ?? null;
    }
  }

  override async countByName(): Promise<Readonly<Record<string, number>>> {
    const rows = await this.database.query<{ name: string; tasks: number }>(COUNT);
    return Object.fromEntries(rows.map(({ name, tasks }) => [name, tasks]));
  }
}
