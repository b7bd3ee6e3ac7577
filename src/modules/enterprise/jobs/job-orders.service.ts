import { Injectable } from '@nestjs/common';
import { AuditService } from '../../../auth/audit/audit.service.js';
import { CollectionObjects } from '../scope/collection-objects.js';
import { requireCollectable } from '../scope/collection-rules.js';
import { toScopeRecord } from '../scope/scope-record.js';
import { Clock } from '../../../base/clock.js';
import { NotFoundError } from '../../../base/errors.js';
import { changedMeanwhile, noSuchJob } from './job-errors.js';
import { JobIngest } from './job-ingest.js';
import type { JobOrder } from './job-run.js';
import { JobRunsRepository } from './job-runs.repository.js';
import { requireTransition } from './job-status.js';

/** What users do to jobs; it is in the audit log. */
@Injectable()
export class JobOrdersService {
  constructor(
    private readonly runs: JobRunsRepository,
    private readonly objects: CollectionObjects,
    private readonly ingest: JobIngest,
    private readonly audit: AuditService,
    private readonly clock: Clock,
  ) {}

  /**
   * Makes a job that is ready at once.
   * @returns its id
   * @throws InvalidInputError where the scope or the options are at fault; NotFoundError where there is no such client
   */
  async createOnDemand(clientId: string, order: JobOrder): Promise<number> {
    const entry = {
      action: 'job.create',
      resource: `clients/${clientId}/jobs`,
      details: {
        ...toScopeRecord(order),
        ...(order.domainController && { domain_controller: order.domainController }),
      },
    } as const;
    return this.audit.audited(entry, async (note) => {
      requireCollectable(order);
      const known = await this.objects.resolve(order);
      const id = await this.runs.insertOnDemand({ ...known, clientId }, this.clock.now(), note);
      if (id === null) throw new NotFoundError('path.client_id', `there is no client ${clientId}`);
      return id;
    });
  }

  /**
   * Calls a job off. What it has sent is read nonetheless.
   * @param by name of whoever does
   * @throws NotFoundError; ConflictError where it has ended
   */
  async cancel(id: number, by: string): Promise<void> {
    const canceled = await this.audit.audited({ action: 'job.cancel', resource: `jobs/${id}` }, async (note) => {
      const moved = await this.runs.cancel(id, `by ${by}`, this.clock.now(), note);
      return moved ?? this.refuseCancel(id);
    });
    if (canceled.upload_id !== null) await this.ingest.close(canceled.upload_id);
  }

  private async refuseCancel(id: number): Promise<never> {
    const job = await this.runs.find(id);
    if (!job) throw noSuchJob(id);
    requireTransition(job.status, 'canceled');
    throw changedMeanwhile();
  }
}
