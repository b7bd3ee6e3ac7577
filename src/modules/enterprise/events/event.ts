import { type Fault, InvalidInputError } from '../../../base/errors.js';
import { collectionFaults, type CollectionScope } from '../scope/collection-scope.js';
import { lastYear, RecurrenceError } from './recurrence.js';
import type { Recurrences } from './recurrences.js';

/** A schedule and a scope. */
export interface EventPlan extends CollectionScope {
  /** Jobs of the event keep the title. Empty if the event has none. */
  readonly title: string;
  /** DTSTART and RRULE of RFC 5545, on lines of their own. */
  readonly rrule: string;
}

export interface EventDraft extends EventPlan {
  readonly clientId: string;
}

export interface DueEvent extends EventDraft {
  readonly id: number;
  /** The earliest occurrence without a job. */
  readonly occurrence: Date;
}

/** A valid plan with its next occurrence. */
export interface ScheduledPlan extends EventPlan {
  readonly nextScheduledAt: Date;
}

/**
 * Validates a plan and computes its first occurrence after `now`.
 * @throws InvalidInputError with all faults
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
