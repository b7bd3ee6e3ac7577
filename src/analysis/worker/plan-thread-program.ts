import { workerData } from 'node:worker_threads';
import { serveTasks } from '../../base/threads/task-thread.js';
import { withConnection } from '../../database/servers/connect.js';
import { derivePlan, type PlanDerivationTask } from './derive-plan.js';

/** The program of the thread that {@link PlanDerivation} starts. Its priority is the usual one, because a request waits for it. */
serveTasks({
  run(task: PlanDerivationTask) {
    return withConnection(String(workerData), { name: 'graphward-plan' }, (database) => derivePlan(database, task));
  },
});
