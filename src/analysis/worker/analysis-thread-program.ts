import { workerData } from 'node:worker_threads';
import { serveTasks } from '../../base/task-thread.js';
import { lowerThreadPriority } from '../../base/thread-priority.js';
import { connect } from '../../database/connect.js';
import { type AnalysisTask, analyseGraph } from '../analyse-graph.js';

/** The program of the thread that {@link analyseInThread} starts. */
lowerThreadPriority();

serveTasks({
  async run(task: AnalysisTask, onStage: (stage: number) => void) {
    const connection = connect(String(workerData), { name: 'graphward-analysis' });
    try {
      return await analyseGraph(connection.database, task, onStage);
    } finally {
      await connection.close();
    }
  },
});
