import { workerData } from 'node:worker_threads';
import { serveTasks } from '../../base/threads/task-thread.js';
import { lowerThreadPriority } from '../../base/threads/thread-priority.js';
import { withConnection } from '../../database/servers/connect.js';
import type { AnalysisStage } from '../derivation/analysis-stage.js';
import { type AnalysisTask, analyseGraph } from './analyse-graph.js';

/** The program of the thread that {@link analyseInThread} starts. */
lowerThreadPriority();

serveTasks({
  run(task: AnalysisTask, onStage: (stage: AnalysisStage) => void) {
    return withConnection(String(workerData), { name: 'graphward-analysis' }, (database) =>
      analyseGraph(database, task, onStage),
    );
  },
});
