import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import type { AuditNote } from '../../../auth/audit/audit-entry.js';
import { changeOneRow } from '../../../auth/audit/change-one-row.repository.js';
import { InvalidInputError } from '../../../base/errors.js';
import { Database } from '../../../database/database.js';
import { unlessMissing } from '../../../database/driver-errors.js';
import { objectToken } from '../../../database/sql/json-token.js';
import type { Transaction } from '../../../database/transaction.js';
import type { JsonText } from '../../../http/json-text.js';
import { jsonOf } from '../../../http/list/json-of.js';
import { listPage } from '../../../http/list/list-page.js';
import { scopeFlags } from '../scope/collection-scope.fields.js';
import { EventEntity } from './event.entity.js';
import type { DueEvent, ScheduledPlan } from './event.js';
import type { EventDraft } from './event.dto.js';
import { eventList, type EventListRequest, eventShape, titledEventShape } from './events.fields.js';

const oneEvent = `SELECT ${objectToken({ data: titledEventShape.tokenFor(scopeFlags) })} AS json
  FROM event WHERE event.id = $1`;

/** Makes the job of an occurrence in the transaction. False leaves the event due. */
export type CreateJob = (event: DueEvent, on: Transaction) => Promise<boolean>;

const lockDue = `
  SELECT id, client_id AS "clientId", title, rrule, next_scheduled_at AS occurrence,
    session_collection AS "sessionCollection", local_group_collection AS "localGroupCollection",
    ad_structure_collection AS "adStructureCollection", cert_services_collection AS "certServicesCollection",
    ca_registry_collection AS "caRegistryCollection", dc_registry_collection AS "dcRegistryCollection",
    all_trusted_domains AS "allTrustedDomains", ous, domains
  FROM event WHERE id = $1 AND next_scheduled_at <= $2 FOR UPDATE SKIP LOCKED`;

@Injectable()
export class EventsRepository {
  constructor(
    private readonly database: Database,
    @InjectRepository(EventEntity) private readonly events: Repository<EventEntity>,
  ) {}

  listPage(request: EventListRequest): Promise<JsonText> {
    return listPage(this.database, eventList, request, {
      from: 'event',
      item: eventShape.tokenFor(request.flags),
    });
  }

  /** `{ data: event }` */
  find(id: number): Promise<JsonText | null> {
    return jsonOf(this.database, oneEvent, [id]);
  }

  /**
   * @returns the id of the event
   * @throws InvalidInputError if its client does not exist
   */
  insert(event: EventDraft & ScheduledPlan, now: Date, note: AuditNote): Promise<number> {
    const row = this.events.create({ ...event, createdAt: now, updatedAt: now, deletedAt: null });
    const inserted = this.events.manager.transaction(async (manager) => {
      await manager.insert(EventEntity, row);
      await note(manager, { id: row.id });
      return row.id;
    });
    const message = `there is no client ${event.clientId}`;
    return unlessMissing(inserted, () => InvalidInputError.at('reference.not_found', 'body.client_id', message));
  }

  /** False if the event does not exist. */
  update(id: number, plan: ScheduledPlan, now: Date, note: AuditNote): Promise<boolean> {
    return changeOneRow(this.events.manager, note, (manager) =>
      manager.update(EventEntity, { id }, { ...plan, updatedAt: now }),
    );
  }

  /** Ids of due events, the most overdue first. */
  async listDue(now: Date): Promise<number[]> {
    const rows = await this.database.prepared<{ id: number }>(
      'SELECT id FROM event WHERE next_scheduled_at <= $1 ORDER BY next_scheduled_at, id',
      [now],
    );
    return rows.map(({ id }) => id);
  }

  async findNextDue(after: Date): Promise<Date | null> {
    const [row] = await this.database.prepared<{ due: Date | null }>(
      'SELECT min(next_scheduled_at) AS due FROM event WHERE next_scheduled_at > $1',
      [after],
    );
    return row?.due ?? null;
  }

  /** False if the event is not due, is locked by another transaction, or `createJob` returns false. */
  processDue(
    id: number,
    now: Date,
    nextTime: (event: DueEvent) => Promise<Date | null>,
    createJob: CreateJob,
  ): Promise<boolean> {
    return this.database.transaction(async (tx) => {
      const [event] = await tx.prepared<DueEvent>(lockDue, [id, now]);
      if (!event || !(await createJob(event, tx))) return false;
      await tx.prepared('UPDATE event SET next_scheduled_at = $2 WHERE id = $1', [id, await nextTime(event)]);
      return true;
    });
  }

  /** False if the event does not exist. */
  delete(id: number, note: AuditNote): Promise<boolean> {
    return changeOneRow(this.events.manager, note, (manager) => manager.delete(EventEntity, { id }));
  }
}
