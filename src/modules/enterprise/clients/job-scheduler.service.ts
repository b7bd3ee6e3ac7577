import { Injectable, Logger } from '@nestjs/common';
import { Capabilities } from '../../../base/catalogue/capabilities.js';
import { DatabaseClock } from '../../../database/sql/database-clock.js';
import { Periodic } from '../../../queue/background-work.js';
import { EventsService } from '../events/events.service.js';
import { JobRunsService } from '../jobs/job-runs.service.js';
import { ClientJobsService } from './client-jobs.service.js';

/** Creates the jobs of due events, and times out the jobs of silent clients (docs/adr/0022-scheduling.md). */
@Injectable()
export class JobSchedulerService {
  private readonly logger = new Logger('Jobs');

  constructor(
    private readonly events: EventsService,
    private readonly clientJobs: ClientJobsService,
    private readonly runs: JobRunsService,
    private readonly capabilities: Capabilities,
    private readonly clock: DatabaseClock,
  ) {}

  /** @returns the time of the next event */
  @Periodic({ name: 'schedule-jobs', everySeconds: 15 })
  async run(signal: AbortSignal): Promise<Date | null> {
    if (!this.capabilities.has('jobs')) return null;
    const now = await this.clock.now();
    await this.createDue(now, signal);
    const silent = await this.runs.timeOutSilent(now);
    for (const id of silent)
      this.logger.log(`job ${id} has timed out: its client was silent for too long (CLIENT_TIMEOUT)`);
    await this.runs.closeEnded();
    // Events that are still due have failed. They wait for the next regular run, because they would fail again at once.
    return this.events.nextDue(now);
  }

  /** Creates one job for each due event, no matter how many occurrences it has missed. Logs and skips an event that fails. */
  async createDue(now: Date, signal?: AbortSignal): Promise<void> {
    for (const id of await this.events.listDue(now)) {
      if (signal?.aborted) return;
      try {
        await this.events.processDue(id, now, (event, on) => this.clientJobs.createForEvent(event, now, on));
      } catch (error) {
        this.logger.error(error, undefined, `event ${id}`);
      }
    }
  }
}
