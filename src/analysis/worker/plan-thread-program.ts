import { workerData } from 'node:worker_threads';
import { serveTasks } from '../../base/threads/task-thread.js';
import { lowerThreadPriority } from '../../base/threads/thread-priority.js';
import { withConnection } from '../../database/servers/connect.js';
import { derivePlan, type PlanDerivationTask } from './derive-plan.js';

/** The program of the thread that {@link PlanDerivation} starts. */
lowerThreadPriority();

serveTasks({
  run(task: PlanDerivationTask) {
    return withConnection(String(workerData), { name: 'graphward-plan' }, (database) => derivePlan(database, task));
  },
});
