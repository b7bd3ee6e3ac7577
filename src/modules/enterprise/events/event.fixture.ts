import { noCollectionOptions } from '../scope/collection-scope.js';
import type { EventPlan } from './event.dto.js';

/** Every night at two in Berlin: the structure of the client's own domain. */
export function eventPlan(changes: Partial<EventPlan> = {}): EventPlan {
  return {
    title: 'nightly',
    rrule: 'DTSTART;TZID=Europe/Berlin:20260101T020000\nRRULE:FREQ=DAILY',
    ...noCollectionOptions,
    adStructureCollection: true,
    ous: [],
    domains: [],
    ...changes,
  };
}
