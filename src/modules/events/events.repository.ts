import { Injectable } from '@nestjs/common';
import { DataSource, type Repository } from 'typeorm';
import { scopeFlags, scopeTokens } from '../../collection/collection-scope.list.js';
import { InvalidInputError } from '../../common/errors.js';
import { Database } from '../../database/database.js';
import { isForeignKeyViolation } from '../../database/driver-errors.js';
import { numberToken, objectToken, plainTextToken, textToken } from '../../database/json-token.js';
import { JsonText } from '../../http/json-text.js';
import { listPage } from '../../http/list/list-page.js';
import { EventEntity } from './event.entity.js';
import type { EventDraft, ScheduledPlan } from './event.js';
import { eventList, type EventListRequest } from './events.list.js';

const oneEvent = `SELECT ${objectToken({ data: itemToken(scopeFlags) })} AS json
  FROM event WHERE event.id = $1`;

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
    return listPage(this.database, eventList, request, { from: 'event', item: itemToken(request.flags) });
  }

  /** `{ data: event }` */
  async findWire(id: number): Promise<JsonText | null> {
    const json = await this.database.text(oneEvent, [id]);
    return json === null ? null : new JsonText(json);
  }

  /**
   * @returns the id of the event
   * @throws InvalidInputError where its client does not exist
   */
  async insert(event: EventDraft & ScheduledPlan, now: Date): Promise<number> {
    const row = this.rows.create({ ...event, createdAt: now, updatedAt: now, deletedAt: null });
    try {
      await this.rows.insert(row);
      return row.id;
    } catch (error) {
      if (!isForeignKeyViolation(error)) throw error;
      throw InvalidInputError.at('body.client_id', `there is no client ${event.clientId}`);
    }
  }

  /** False where there is no such event. */
  async update(id: number, plan: ScheduledPlan, now: Date): Promise<boolean> {
    const { affected } = await this.rows.update({ id }, { ...plan, updatedAt: now });
    return affected === 1;
  }

  /** False where there is no such event. */
  async delete(id: number): Promise<boolean> {
    const { affected } = await this.rows.delete({ id });
    return affected === 1;
  }
}

/** A row of `event`, as EventDto describes it. */
function itemToken(flags: EventListRequest['flags']): string {
  return objectToken({
    id: numberToken('event.id'),
    client_id: plainTextToken('event.client_id'),
    rrule: textToken('event.rrule'),
    ...scopeTokens('event', flags),
  });
}
