import { Injectable } from '@nestjs/common';
import { AuditService } from '../../../auth/audit/audit.service.js';
import { Clock } from '../../../base/clock.js';
import type { Transaction } from '../../../database/transaction.js';
import type { NewJob } from './job.js';
import { JobRunsRepository } from './job-runs.repository.js';
import { changedMeanwhile, noSuchJob, requireTransition } from './job-status.js';
import { JobUploads } from './job-uploads.js';

/** Creates and cancels jobs. */
@Injectable()
export class JobOrdersService {
  constructor(
    private readonly runs: JobRunsRepository,
    private readonly uploads: JobUploads,
    private readonly audit: AuditService,
    private readonly clock: Clock,
  ) {}

  /**
   * Creates a ready job, and cancels older ready jobs of the same event.
   * @param on a transaction that has locked the client, so that it is not deleted before its job exists
   * @returns the id of the job; null if the occurrence has a job already
   */
  async create(job: NewJob, now: Date, on: Transaction): Promise<number | null> {
    const id = await this.runs.insertReady(job, now, on);
    if (id === null || job.eventId === null) return id;
    const message = `replaced by job ${id} of the same event before the client started it`;
    await this.runs.cancelOlder(job.eventId, id, message, now, on);
    return id;
  }

  /**
   * Cancels a job. The service still reads the data that it has sent.
   * @param by the name of the caller
   * @throws NotFoundError; ConflictError if the job has ended
   */
  async cancel(id: number, by: string): Promise<void> {
    const canceled = await this.audit.audited({ action: 'job.cancel', resource: `jobs/${id}` }, async (note) => {
      const changed = await this.runs.cancel(id, `by ${by}`, this.clock.now(), note);
      return changed ?? this.refuseCancel(id);
    });
    if (canceled.upload_id !== null) await this.uploads.close(canceled.upload_id);
  }

  /**
   * Cancels the ready and running jobs of a client in the transaction that deletes the client. The scheduler closes their uploads
   * (`closeEnded`).
   */
  cancelOpen(clientId: string, on: Transaction): Promise<void> {
    return this.runs.cancelOpen(clientId, 'its client was deleted', this.clock.now(), on);
  }

  private async refuseCancel(id: number): Promise<never> {
    const job = await this.runs.find(id);
    if (!job) throw noSuchJob(id);
    requireTransition(job.status, 'canceled');
    throw changedMeanwhile();
  }
}
