import { workerData } from 'node:worker_threads';
import { serveTasks } from '../../base/task-thread.js';
import { lowerThreadPriority } from '../../base/thread-priority.js';
import { connect } from '../../database/connect.js';
import { type AnalysisTask, analyseGraph } from '../analyse-graph.js';

/** Ends a running statement if the thread ends, because its transaction may hold the write lock of the graph. */
const CHECK_CONNECTION = "SELECT set_config('client_connection_check_interval', '2s', false)";

/** The program of the thread that {@link analyseInThread} starts. */
lowerThreadPriority();

serveTasks({
  async run(task: AnalysisTask, onStage: (stage: number) => void) {
    const connection = connect(String(workerData), { name: 'graphward-analysis', atFirst: CHECK_CONNECTION });
    try {
      return await analyseGraph(connection.database, task, onStage);
    } finally {
      await connection.close();
    }
  },
});
