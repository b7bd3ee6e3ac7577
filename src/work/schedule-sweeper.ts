import { Injectable } from '@nestjs/common';
import { DatabaseClock } from '../database/database-clock.js';
import { ScheduleTask } from './schedule.task.js';
import type { Sweeper } from './sweeper.js';

/** Begins what happens every few seconds, and begins it again where it was lost. */
@Injectable()
export class ScheduleSweeper implements Sweeper {
  constructor(
    private readonly schedule: ScheduleTask,
    private readonly clock: DatabaseClock,
  ) {}

  async sweep(): Promise<void> {
    await this.schedule.ask(await this.clock.now());
  }
}
