import { Injectable, Logger } from '@nestjs/common';
import { AuditService } from '../../../auth/audit/audit.service.js';
import { CollectionObjects } from '../scope/collection-objects.js';
import { toScopeRecord } from '../scope/collection-scope.js';
import { NotFoundError } from '../../../base/errors.js';
import { DatabaseClock } from '../../../database/sql/database-clock.js';
import type { JsonText } from '../../../http/json-text.js';
import { type DueEvent, nextTimes, schedule, type ScheduledPlan } from './event.js';
import type { EventDraft, EventPlan } from './event.dto.js';
import type { EventListRequest } from './events.fields.js';
import { type CreateJob, EventsRepository } from './events.repository.js';
import { RecurrenceError } from '../../../base/recurrence/recurrence.js';
import { Recurrences } from '../../../base/recurrence/recurrences.js';

export type { DueEvent };

@Injectable()
export class EventsService {
  private readonly logger = new Logger('Events');

  constructor(
    private readonly events: EventsRepository,
    private readonly objects: CollectionObjects,
    private readonly recurrences: Recurrences,
    private readonly audit: AuditService,
    private readonly clock: DatabaseClock,
  ) {}

  list(request: EventListRequest): Promise<JsonText> {
    return this.events.listPage(request);
  }

  /**
   * `{ data: event }`
   * @throws NotFoundError
   */
  async get(id: number): Promise<JsonText> {
    const event = await this.events.find(id);
    if (!event) throw noSuchEvent(id);
    return event;
  }

  /** As {@link nextTimes}. */
  async occurrences(rrule: string): Promise<Date[]> {
    return nextTimes(rrule, await this.clock.now(), this.recurrences);
  }

  /**
   * @returns the id of the event
   * @throws InvalidInputError for a bad rule, scope or option, or an unknown client
   */
  async create({ clientId, ...plan }: EventDraft): Promise<number> {
    const now = await this.clock.now();
    const details = { client_id: clientId, ...toScopeRecord(plan) };
    return this.audit.audited({ action: 'event.create', resource: 'events', details }, async (note) =>
      this.events.insert({ clientId, ...(await this.scheduled(plan, now)) }, now, note),
    );
  }

  /**
   * Replaces the plan of an event, and schedules its next occurrence by the new rule.
   * @throws InvalidInputError for a bad rule, scope or option; NotFoundError
   */
  async replace(id: number, plan: EventPlan): Promise<void> {
    const now = await this.clock.now();
    const entry = { action: 'event.update', resource: `events/${id}`, details: toScopeRecord(plan) } as const;
    await this.audit.audited(entry, async (note) => {
      if (!(await this.events.update(id, await this.scheduled(plan, now), now, note))) throw noSuchEvent(id);
    });
  }

  /**
   * Keeps the jobs of the event.
   * @throws NotFoundError
   */
  async delete(id: number): Promise<void> {
    await this.audit.audited({ action: 'event.delete', resource: `events/${id}` }, async (note) => {
      if (!(await this.events.delete(id, note))) throw noSuchEvent(id);
    });
  }

  /** Ids of the due events, the most overdue first. */
  listDue(now: Date): Promise<number[]> {
    return this.events.listDue(now);
  }

  /** When the next event becomes due; null if none will. */
  nextDue(now: Date): Promise<Date | null> {
    return this.events.findNextDue(now);
  }

  /**
   * Runs `createJob` for a due event and schedules its next occurrence after `now`, in one transaction. Occurrences that were missed
   * count as one, and instances that try at the same time run `createJob` once.
   * @returns false if the event is not due, another instance has locked it, `createJob` returned false, or its rule cannot be computed;
   * in the last two cases it stays due
   */
  async processDue(id: number, now: Date, createJob: CreateJob): Promise<boolean> {
    try {
      return await this.events.processDue(id, now, ({ rrule }) => this.recurrences.nextAfter(rrule, now), createJob);
    } catch (error) {
      if (!(error instanceof RecurrenceError)) throw error;
      this.logger.warn(
        `event ${id} is due but creates no job until its next time can be computed: its rule ${error.message}`,
      );
      return false;
    }
  }

  private scheduled(plan: EventPlan, now: Date): Promise<ScheduledPlan> {
    return schedule(plan, now, this.recurrences, (it) => this.objects.resolve(it));
  }
}

function noSuchEvent(id: number): NotFoundError {
  return new NotFoundError('path.event_id', `there is no event ${id}`);
}
