import { collectionFaults } from '../../collection/collection-rules.js';
import type { Fault } from '../../common/errors.js';
import { InvalidInputError } from '../../common/errors.js';
import type { EventPlan, ScheduledPlan } from './event.js';
import { Recurrence, RecurrenceError } from './recurrence.js';

/**
 * Checks what a plan says and when it first comes to pass after `now`.
 * @throws InvalidInputError that names every fault
 */
export function schedule(plan: EventPlan, now: Date): ScheduledPlan {
  const faults = collectionFaults(plan);
  const nextScheduledAt = firstTime(plan.rrule, now, faults);
  if (faults.length > 0 || !nextScheduledAt) throw new InvalidInputError(faults);
  return { ...plan, nextScheduledAt };
}

function firstTime(rrule: string, now: Date, faults: Fault[]): Date | null {
  try {
    const recurrence = Recurrence.parse(rrule);
    recurrence.requireUsable();
    const next = recurrence.nextAfter(now);
    if (!next) faults.push({ context: 'body.rrule', message: `has no occurrence after ${now.toISOString()}` });
    return next;
  } catch (error) {
    if (!(error instanceof RecurrenceError)) throw error;
    faults.push({ context: 'body.rrule', message: error.message });
    return null;
  }
}
