import { Injectable } from '@nestjs/common';
import { Clock } from '../../common/clock.js';
import { NotFoundError } from '../../common/errors.js';
import type { JsonText } from '../../http/json-text.js';
import { schedule } from './event-rules.js';
import type { EventDraft, EventPlan } from './event.js';
import type { EventListRequest } from './events.list.js';
import { EventsRepository } from './events.repository.js';

@Injectable()
export class EventsService {
  constructor(
    private readonly events: EventsRepository,
    private readonly clock: Clock,
  ) {}

  list(request: EventListRequest): Promise<JsonText> {
    return this.events.listPage(request);
  }

  /**
   * `{ data: event }`
   * @throws NotFoundError
   */
  async get(id: number): Promise<JsonText> {
    const event = await this.events.findWire(id);
    if (!event) throw noEvent(id);
    return event;
  }

  /**
   * @returns the id of the event
   * @throws InvalidInputError where the rule, the scope, the options or the client are at fault
   */
  async create({ clientId, ...plan }: EventDraft): Promise<number> {
    const now = this.clock.now();
    return this.events.insert({ clientId, ...schedule(plan, now) }, now);
  }

  /**
   * Replaces the plan of an event; its next time follows the new rule.
   * @throws InvalidInputError where the rule, the scope or the options are at fault; NotFoundError
   */
  async replace(id: number, plan: EventPlan): Promise<void> {
    const now = this.clock.now();
    if (!(await this.events.update(id, schedule(plan, now), now))) throw noEvent(id);
  }

  /**
   * Jobs that the event made stay.
   * @throws NotFoundError
   */
  async delete(id: number): Promise<void> {
    if (!(await this.events.delete(id))) throw noEvent(id);
  }
}

function noEvent(id: number): NotFoundError {
  return new NotFoundError('path.event_id', `there is no event ${id}`);
}
