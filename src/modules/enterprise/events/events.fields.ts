import { memory } from '../../../http/fields/memory.js';
import { columnsOf, field, type JsonOf, shape } from '../../../http/fields/fields.js';
import { column, describeList, type ListRequest } from '../../../http/list/list-description.js';
import { shownOccurrences } from './event.js';
import { scopeFields, scopeFlags } from '../scope/collection-scope.fields.js';

/** An event in lists; operation 7 specifies its fields. */
export const eventShape = shape('EventDto', {
  id: field.int32('event.id', {}, 'sort', 'filter'),
  client_id: field.uuid('event.client_id', 'The collection client that the event creates jobs for.', 'filter'),
  rrule: field.text(
    'event.rrule',
    {
      description: 'DTSTART and RRULE of RFC 5545, on lines of their own.',
      example: 'DTSTART;TZID=Europe/Berlin:20260101T020000\nRRULE:FREQ=DAILY',
    },
    'filter',
  ),
  ...scopeFields('event'),
});

/** A single event. */
export const titledEventShape = shape('TitledEventDto', {
  ...eventShape.fields,
  title: field.text('event.title', {
    description: 'Empty if the event has none.',
    example: 'Sessions, every night',
  }),
});

/** An event as part of its client. */
export const clientEventShape = shape('ClientEventDto', {
  ...eventShape.fields,
  next_scheduled_at: field.nullTime(
    'event.next_scheduled_at',
    'Not valid after the last occurrence.',
    'sort',
    'filter',
  ),
  created_at: field.time('event.created_at', {}, 'sort', 'filter'),
  updated_at: field.time('event.updated_at', {}, 'sort', 'filter'),
});

export const occurrencesShape = shape('OccurrencesDto', {
  times: memory.any<string[]>({
    type: 'array',
    items: { type: 'string', format: 'date-time' },
    maxItems: shownOccurrences,
    description: 'The next times after now, in order. Fewer if the rule ends.',
  }),
});
export type OccurrencesDto = JsonOf<typeof occurrencesShape.fields>;

export const eventList = describeList({
  columns: {
    ...columnsOf(clientEventShape.fields),
    deleted_at: column.timestamp('event.deleted_at', 'sort', 'filter', 'nullable'),
  },
  defaultSort: ['id'],
  tieBreaker: 'event.id',
  flags: scopeFlags,
});

export type EventListRequest = ListRequest<keyof typeof eventList.columns, keyof typeof eventList.flags>;
