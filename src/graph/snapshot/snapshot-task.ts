import type { Database } from '../../database/database.js';
import { readComputers, readSnapshot } from './read-snapshot.js';

/** What is read for a snapshot, by name: the thread beside the service is told which. */
export const snapshotTasks = { graph: readSnapshot, computers: readComputers } as const satisfies Record<
  string,
  (database: Database) => Promise<object>
>;

export type SnapshotTask = keyof typeof snapshotTasks;

export type SnapshotResult<T extends SnapshotTask> = Awaited<ReturnType<(typeof snapshotTasks)[T]>>;

export interface SnapshotWorkerData {
  readonly url: string;
  readonly task: SnapshotTask;
}
