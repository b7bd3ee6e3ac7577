import { collectionFaults } from '../scope/collection-rules.js';
import { type Fault, InvalidInputError } from '../../../base/errors.js';
import type { EventPlan, ScheduledPlan } from './event.js';
import { lastYear, RecurrenceError } from './recurrence.js';
import type { Recurrences } from './recurrences.js';

/**
 * Checks what a plan says and when it first comes to pass after `now`.
 * @throws InvalidInputError that names every fault
 */
export async function schedule(plan: EventPlan, now: Date, recurrences: Recurrences): Promise<ScheduledPlan> {
  const faults = collectionFaults(plan);
  const nextScheduledAt = await firstTime(plan.rrule, now, recurrences, faults);
  if (faults.length > 0 || !nextScheduledAt) throw new InvalidInputError(faults);
  return { ...plan, nextScheduledAt };
}

async function firstTime(rrule: string, now: Date, recurrences: Recurrences, faults: Fault[]): Promise<Date | null> {
  try {
    const first = await recurrences.firstAfter(rrule, now);
    if (!first) {
      const message = `has no occurrence after ${now.toISOString()} up to the end of the year ${lastYear}`;
      faults.push({ code: 'schedule.invalid_rule', context: 'body.rrule', message });
    }
    return first;
  } catch (error) {
    if (!(error instanceof RecurrenceError)) throw error;
    faults.push({ code: 'schedule.invalid_rule', context: 'body.rrule', message: error.message });
    return null;
  }
}
