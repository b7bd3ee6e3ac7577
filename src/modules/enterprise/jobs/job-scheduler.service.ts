import { Injectable, Logger } from '@nestjs/common';
import { DatabaseClock } from '../../../database/database-clock.js';
import { Capabilities } from '../../../base/capabilities.js';
import { Periodic } from '../../../queue/background-work.js';
import { EventsService } from '../events/events.service.js';
import { JobRunsRepository } from './job-runs.repository.js';
import { JobRunsService } from './job-runs.service.js';

/** Makes the jobs of events whose time has come, and ends those of clients that have fallen silent (docs/adr/0022-scheduling.md). */
@Injectable()
export class JobSchedulerService {
  private readonly logger = new Logger('Jobs');

  constructor(
    private readonly events: EventsService,
    private readonly runs: JobRunsRepository,
    private readonly jobs: JobRunsService,
    private readonly capabilities: Capabilities,
    private readonly clock: DatabaseClock,
  ) {}

  /** @returns the time of the next event */
  @Periodic({ name: 'schedule-jobs', everySeconds: 15 })
  async run(signal: AbortSignal): Promise<Date | null> {
    if (!this.capabilities.has('jobs')) return null;
    const now = await this.clock.now();
    await this.createDue(now, signal);
    const silent = await this.jobs.timeOutSilent(now);
    for (const id of silent)
      this.logger.log(`job ${id} has timed out: its client was silent for too long (CLIENT_TIMEOUT)`);
    await this.jobs.closeEnded();
    // What is due and could not be made waits for the regular time: it would fail again at once.
    return this.events.nextDue(now);
  }

  /** Makes one job for each event that is due, however many of its times were missed. An event that fails is left for the next time. */
  async createDue(now: Date, signal?: AbortSignal): Promise<void> {
    for (const id of await this.events.listDue(now)) {
      if (signal?.aborted) return;
      try {
        await this.createOne(id, now);
      } catch (error) {
        this.logger.error(error, undefined, `event ${id}`);
      }
    }
  }

  private async createOne(eventId: number, now: Date): Promise<void> {
    await this.events.occur(eventId, now, async ({ id, title, occurrence, ...draft }, on) => {
      const jobId = await this.runs.insertReady({ ...draft, event: { id, title, occurrence } }, now, on);
      if (jobId === null) return;
      const message = `not taken before job ${jobId} of the same event was ready`;
      await this.runs.cancelOlder(id, jobId, message, now, on);
    });
  }
}
