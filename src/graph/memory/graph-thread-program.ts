import { collectGarbage } from '../../base/threads/collect-garbage.js';
import { serveTasks } from '../../base/threads/task-thread.js';
import { connect } from '../../database/servers/connect.js';
import type { Database } from '../../database/database.js';
import { GraphTooLargeError } from './graph-budget.js';
import { runGraphTask } from './graph-task.js';
import type { GraphAnswer, LocatedTask } from './graph-thread.js';

/** By URL: the database and its replicas, each over a connection of its own. */
const databases = new Map<string, Database>();

function databaseAt(url: string): Database {
  let database = databases.get(url);
  if (!database) {
    ({ database } = connect(url, { name: 'graphward-graph' }));
    databases.set(url, database);
  }
  return database;
}

/** The program of {@link GraphThread}. */
serveTasks({
  async run({ task, url }: LocatedTask): Promise<GraphAnswer> {
    try {
      return { graph: await runGraphTask(databaseAt(url), task) };
    } catch (error) {
      if (error instanceof GraphTooLargeError) return { bytes: error.bytes, version: error.version };
      throw error;
    } finally {
      // After the answer was sent: this thread is idle until the next change, and has a former graph as garbage.
      setImmediate(collectGarbage);
    }
  },
});
