import { Module } from '@nestjs/common';
import { GraphileTaskQueue } from './graphile-task-queue.js';
import { RegularWorks } from './regular-work.js';
import { TaskRunner } from './runner/task-runner.js';
import { TaskQueue } from './task-queue.js';

/** Work that outlives its process: adding it, and running it where the process is started for that. Needs a database and the settings. */
@Module({
  providers: [{ provide: TaskQueue, useClass: GraphileTaskQueue }, TaskRunner, RegularWorks],
  exports: [TaskQueue, TaskRunner, RegularWorks],
})
export class QueueModule {}
