import { Injectable } from '@nestjs/common';
import { AuditService } from '../../../auth/audit/audit.service.js';
import { Clock } from '../../../base/clock.js';
import type { Transaction } from '../../../database/transaction.js';
import type { DueEvent } from '../events/events.service.js';
import type { JobOrder } from '../jobs/job.dto.js';
import { JobRunsService } from '../jobs/job-runs.service.js';
import { CollectionObjects } from '../scope/collection-objects.js';
import { requireCollectable, toScopeRecord } from '../scope/collection-scope.js';
import { domainControllerOf } from '../scope/domain-controller.js';
import { noSuchClient } from './client.js';
import type { StoredClient } from './client.dto.js';
import { ClientsRepository } from './clients.repository.js';

/** Creates jobs for clients: on demand and for their events. */
@Injectable()
export class ClientJobsService {
  constructor(
    private readonly clients: ClientsRepository,
    private readonly jobs: JobRunsService,
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
      const id = await this.clients.withDeletionBlocked(clientId, async (client, on) => {
        const draft = { ...resolved, ...ofClient(client, resolved), ...onDemand };
        const jobId = await this.jobs.create(draft, this.clock.now(), on);
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
    const client = await this.clients.blockDeletionUnlessLocked(clientId, on);
    if (!client) return false;
    const ofEvent = { eventId: id, eventTitle: title || null, occurrence };
    await this.jobs.create({ ...scope, ...ofClient(client), ...ofEvent }, now, on);
    return true;
  }
}

const onDemand = { eventId: null, eventTitle: null, occurrence: null };

/** The columns that a job has from its client, as stored at that moment. */
function ofClient(client: StoredClient, order?: JobOrder) {
  return { clientId: client.id, clientName: client.name, ...domainControllerOf(client, order) };
}
