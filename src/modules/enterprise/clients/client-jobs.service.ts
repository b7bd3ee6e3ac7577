import { Injectable } from '@nestjs/common';
import { AuditService } from '../../../auth/audit/audit.service.js';
import { Clock } from '../../../base/clock.js';
import type { Transaction } from '../../../database/transaction.js';
import type { DueEvent } from '../events/events.service.js';
import { type JobOrder, JobOrdersService } from '../jobs/job-orders.service.js';
import { CollectionObjects } from '../scope/collection-objects.js';
import { requireCollectable, toScopeRecord } from '../scope/collection-scope.js';
import { noSuchClient } from './client.js';
import { ClientsRepository } from './clients.repository.js';

/** Creates jobs for clients: on demand and for their events. */
@Injectable()
export class ClientJobsService {
  constructor(
    private readonly clients: ClientsRepository,
    private readonly jobs: JobOrdersService,
    private readonly objects: CollectionObjects,
    private readonly audit: AuditService,
    private readonly clock: Clock,
  ) {}

  /**
   * Creates a job that is due at once.
   * @returns its id
   * @throws InvalidInputError for a bad scope or option; NotFoundError for an unknown client
   */
  async createOnDemand(clientId: string, order: JobOrder): Promise<number> {
    const entry = {
      action: 'job.create',
      resource: `clients/${clientId}/jobs`,
      details: toScopeRecord(order),
    } as const;
    return this.audit.audited(entry, async (note) => {
      requireCollectable(order);
      const resolved = await this.objects.resolve(order);
      const id = await this.clients.withDeletionBlocked(clientId, async (owner, on) => {
        const jobId = await this.jobs.create({ ...resolved, owner, event: null }, this.clock.now(), on);
        await note(on, { id: jobId });
        return jobId;
      });
      if (id === null) throw noSuchClient(clientId);
      return id;
    });
  }

  /**
   * Creates the job of a due event in the transaction that has locked the event.
   * @returns false if another transaction has locked the client, or has deleted it
   */
  async createForEvent(event: DueEvent, now: Date, on: Transaction): Promise<boolean> {
    const { id, title, rrule: _, occurrence, clientId, ...scope } = event;
    const owner = await this.clients.blockDeletionUnlessLocked(clientId, on);
    if (!owner) return false;
    await this.jobs.create({ ...scope, owner, event: { id, title, occurrence } }, now, on);
    return true;
  }
}
