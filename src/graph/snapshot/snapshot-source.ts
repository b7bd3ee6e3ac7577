import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { Database } from '../../database/database.js';
import { type SnapshotResult, type SnapshotTask, snapshotTasks, type SnapshotWorkerData } from './snapshot-task.js';

const program = new URL('./snapshot-worker.js', import.meta.url);

/**
 * Reads what a snapshot is made from, in a thread of its own, so that requests are answered meanwhile. The sources run without a
 * build in tests only; there the same is done in place, because a thread needs compiled JavaScript.
 */
@Injectable()
export class SnapshotSource implements OnModuleDestroy {
  private readonly workers = new Set<Worker>();

  constructor(private readonly database: Database) {}

  async read<T extends SnapshotTask>(task: T): Promise<SnapshotResult<T>>;
  async read(task: SnapshotTask): Promise<unknown> {
    const { url } = this.database;
    return url && existsSync(fileURLToPath(program))
      ? this.inThread({ url, task })
      : snapshotTasks[task](this.database);
  }

  async onModuleDestroy(): Promise<void> {
    await Promise.all([...this.workers].map((worker) => worker.terminate()));
  }

  private async inThread(workerData: SnapshotWorkerData): Promise<unknown> {
    const worker = new Worker(program, { workerData });
    // A process that has nothing else to do may end.
    worker.unref();
    this.workers.add(worker);
    try {
      return await new Promise((resolve, reject) => {
        worker.once('message', resolve);
        worker.once('error', reject);
        worker.once('exit', () => reject(new Error('the thread that reads the graph was ended')));
      });
    } finally {
      this.workers.delete(worker);
    }
  }
}
