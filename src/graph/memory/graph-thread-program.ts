import { workerData } from 'node:worker_threads';
import { serveTasks } from '../../base/task-thread.js';
import { connect } from '../../database/connect.js';
import { GraphTooLargeError } from './graph-budget.js';
import { type GraphTask, runGraphTask } from './graph-task.js';
import type { GraphAnswer } from './graph-thread.js';

/** The program of {@link GraphThread}, over a connection of its own. */
const { database } = connect(String(workerData), { name: 'graphward-graph' });

serveTasks({
  async run(task: GraphTask): Promise<GraphAnswer> {
    try {
      return { graph: await runGraphTask(database, task) };
    } catch (error) {
      if (error instanceof GraphTooLargeError) return { bytes: error.bytes, version: error.version };
      throw error;
    }
  },
});
