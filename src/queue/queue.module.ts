import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { BackgroundWork, BackgroundWorkDiscovery } from './background-work.js';
import { PeriodicTask } from './periodic-task.js';
import { TaskQueue } from './task-queue.js';
import { TaskRunner } from './task-runner.js';

/** Adds tasks, and runs them if {@link TaskRunner.start} is called. Requires DatabaseModule and ConfigModule. */
@Module({
  imports: [DiscoveryModule],
  providers: [TaskQueue, TaskRunner, PeriodicTask, BackgroundWork, BackgroundWorkDiscovery],
  exports: [TaskQueue, TaskRunner, BackgroundWork],
})
export class QueueModule {}
