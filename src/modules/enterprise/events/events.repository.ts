import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager, type Repository } from 'typeorm';
import type { Note } from '../../../auth/audit/audit-entry.js';
import { scopeFlags } from '../scope/collection-scope.list.js';
import { eventTokens } from '../scope/event-tokens.js';
import { InvalidInputError } from '../../../base/errors.js';
import { Database } from '../../../database/database.js';
import { isForeignKeyViolation } from '../../../database/driver-errors.js';
import { objectToken, textToken } from '../../../database/json-token.js';
import type { Transaction } from '../../../database/transaction.js';
import { JsonText } from '../../../http/json-text.js';
import { listPage } from '../../../http/list/list-page.js';
import { EventEntity } from './event.entity.js';
import type { DueEvent, EventDraft, ScheduledPlan } from './event.js';
import { eventList, type EventListRequest } from './events.list.js';

const oneEvent = `SELECT ${objectToken({ data: objectToken({ ...eventTokens(scopeFlags), title: textToken('event.title') }) })} AS json
  FROM event WHERE event.id = $1`;

/** What comes to pass, in the transaction given. */
export type Occur = (event: DueEvent, on: Transaction) => Promise<void>;

/**
 * The row of the client is locked too, without waiting: whoever deletes a client locks it before its events, and would wait for this as this for
 * him.
 */
const lockDue = `
  SELECT event.id, client_id AS "clientId", title, rrule, next_scheduled_at AS occurrence,
    session_collection AS "sessionCollection", local_group_collection AS "localGroupCollection",
    ad_structure_collection AS "adStructureCollection", cert_services_collection AS "certServicesCollection",
    ca_registry_collection AS "caRegistryCollection", dc_registry_collection AS "dcRegistryCollection",
    all_trusted_domains AS "allTrustedDomains", ous, domains
  FROM event JOIN client ON client.id = event.client_id
  WHERE event.id = $1 AND next_scheduled_at <= $2
  FOR UPDATE OF event SKIP LOCKED FOR KEY SHARE OF client SKIP LOCKED`;

@Injectable()
export class EventsRepository {
  private readonly rows: Repository<EventEntity>;

  constructor(
    private readonly database: Database,
    dataSource: DataSource,
  ) {
    this.rows = dataSource.getRepository(EventEntity);
  }

  listPage(request: EventListRequest): Promise<JsonText> {
    return listPage(this.database, eventList, request, {
      from: 'event',
      item: objectToken(eventTokens(request.flags)),
    });
  }

  /** `{ data: event }` */
  async findWire(id: number): Promise<JsonText | null> {
    return JsonText.of(await this.database.text(oneEvent, [id]));
  }

  /**
   * @returns the id of the event
   * @throws InvalidInputError where its client does not exist
   */
  async insert(event: EventDraft & ScheduledPlan, now: Date, note: Note): Promise<number> {
    const row = this.rows.create({ ...event, createdAt: now, updatedAt: now, deletedAt: null });
    try {
      return await this.rows.manager.transaction(async (manager) => {
        await manager.insert(EventEntity, row);
        await note(manager, { id: row.id });
        return row.id;
      });
    } catch (error) {
      if (!isForeignKeyViolation(error)) throw error;
      throw InvalidInputError.at('reference.not_found', 'body.client_id', `there is no client ${event.clientId}`);
    }
  }

  /** False where there is no such event. */
  update(id: number, plan: ScheduledPlan, now: Date, note: Note): Promise<boolean> {
    return this.changed(note, (manager) => manager.update(EventEntity, { id }, { ...plan, updatedAt: now }));
  }

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

  /** False where it is not due, or is locked. */
  occur(id: number, now: Date, nextTime: (event: DueEvent) => Promise<Date | null>, occur: Occur): Promise<boolean> {
    return this.database.transaction(async (tx) => {
      const [event] = await tx.prepared<DueEvent>(lockDue, [id, now]);
      if (!event) return false;
      await occur(event, tx);
      await tx.prepared('UPDATE event SET next_scheduled_at = $2 WHERE id = $1', [id, await nextTime(event)]);
      return true;
    });
  }

  /** False where there is no such event. */
  delete(id: number, note: Note): Promise<boolean> {
    return this.changed(note, (manager) => manager.delete(EventEntity, { id }));
  }

  /** Whether the one row was there; what is noted is noted with its change. */
  private changed(
    note: Note,
    change: (manager: EntityManager) => Promise<{ affected?: number | null }>,
  ): Promise<boolean> {
    return this.rows.manager.transaction(async (manager) => {
      if ((await change(manager)).affected !== 1) return false;
      await note(manager);
      return true;
    });
  }
}
