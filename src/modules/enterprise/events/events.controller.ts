import { Delete, Get, Post, Put } from '@nestjs/common';
import { Repeatable } from '../../../auth/repeats/repeatable.decorator.js';
import { Allow } from '../../../auth/allow.decorator.js';
import { camelCased } from '../../../base/values/letter-case.js';
import { Requires } from '../../../http/edition/edition.module.js';
import { JsonBody } from '../../../http/body/json-body.decorator.js';
import { PathInt } from '../../../http/input/path.decorators.js';
import type { JsonText } from '../../../http/json-text.js';
import { ListQuery } from '../../../http/list/list-query.decorator.js';
import { ApiController } from '../../../http/openapi/api-controller.decorator.js';
import { dataOf, noBody, Operation, pageOf } from '../../../http/openapi/operation.decorator.js';
import { wireTime } from '../../../http/openapi/wire.dto.js';
import { checkEventPlan, CreateEventRequest, EventPlanRequest, OccurrencesRequest } from './event.dto.js';
import {
  eventList,
  type EventListRequest,
  eventShape,
  type OccurrencesDto,
  occurrencesShape,
  titledEventShape,
} from './events.fields.js';
import { EventsService } from './events.service.js';

const PathEvent = () => PathInt('event_id', 'Id of the event.');

@Requires('events')
@ApiController('events', 'events')
export class EventsController {
  constructor(private readonly service: EventsService) {}

  @Get()
  @Allow('collection:read')
  @Operation({ summary: 'List scheduled collection events', answer: pageOf(eventShape.dto) })
  list(@ListQuery(eventList) request: EventListRequest): Promise<JsonText> {
    return this.service.list(request);
  }

  @Post()
  @Allow('collection:manage')
  @Repeatable((it: EventsController, { ids: [id] }) => it.get(Number(id)))
  @Operation({ summary: 'Create an event', status: 201, answer: dataOf(titledEventShape.dto) })
  async create(@JsonBody(CreateEventRequest, { check: checkEventPlan }) body: CreateEventRequest): Promise<JsonText> {
    return this.service.get(await this.service.create(camelCased(body)));
  }

  @Post('occurrences')
  @Allow('collection:read')
  @Operation({
    summary: 'List the next times of a rule',
    description: 'Checks the rule as for a new event. Changes nothing.',
    answer: dataOf(occurrencesShape.dto),
  })
  async listOccurrences(
    @JsonBody(OccurrencesRequest) { rrule }: OccurrencesRequest,
  ): Promise<{ data: OccurrencesDto }> {
    return { data: { times: (await this.service.occurrences(rrule)).map(wireTime) } };
  }

  @Get(':event_id')
  @Allow('collection:read')
  @Operation({ summary: 'Get an event', answer: dataOf(titledEventShape.dto) })
  get(@PathEvent() id: number): Promise<JsonText> {
    return this.service.get(id);
  }

  @Put(':event_id')
  @Allow('collection:manage')
  @Operation({
    summary: 'Replace the title, the rule, the options and the scope of an event',
    answer: dataOf(titledEventShape.dto),
  })
  async replace(
    @PathEvent() id: number,
    @JsonBody(EventPlanRequest, { check: checkEventPlan }) body: EventPlanRequest,
  ): Promise<JsonText> {
    await this.service.replace(id, camelCased(body));
    return this.service.get(id);
  }

  @Delete(':event_id')
  @Allow('collection:manage')
  @Operation({ summary: 'Delete an event', status: 204, answer: noBody })
  delete(@PathEvent() id: number): Promise<void> {
    return this.service.delete(id);
  }
}
