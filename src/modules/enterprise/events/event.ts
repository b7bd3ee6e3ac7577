import { type Fault, InvalidInputError } from '../../../base/errors.js';
import { collectionFaults } from '../scope/collection-scope.js';
import { type EventDraft, type EventPlan, invalidRule } from './event.dto.js';
import { lastYear, RecurrenceError } from '../../../base/recurrence/recurrence.js';
import type { Recurrences } from '../../../base/recurrence/recurrences.js';

export interface DueEvent extends EventDraft {
  readonly id: number;
  /** The earliest occurrence without a job. */
  readonly occurrence: Date;
}

/** A valid plan with its next occurrence. */
export interface ScheduledPlan extends EventPlan {
  readonly nextScheduledAt: Date;
}

/** Most times that a preview of a rule has. */
export const shownOccurrences = 5;

type Evaluator = Pick<Recurrences, 'firstAfter' | 'nextAfter'>;

/** Replaces the names of objects by their ids. */
type ResolveObjects = (plan: EventPlan) => Promise<EventPlan>;

/**
 * Validates a plan, resolves its objects and computes its first occurrence after `now`.
 * @throws InvalidInputError with all faults
 */
export async function schedule(
  plan: EventPlan,
  now: Date,
  recurrences: Evaluator,
  resolve: ResolveObjects,
): Promise<ScheduledPlan> {
  const faults = collectionFaults(plan);
  const nextScheduledAt = await firstTime(plan.rrule, now, recurrences, faults);
  const resolved = await resolve(plan).catch((error: unknown) => {
    if (!(error instanceof InvalidInputError)) throw error;
    faults.push(...error.faults);
    return plan;
  });
  if (faults.length > 0 || !nextScheduledAt) throw new InvalidInputError(faults);
  return { ...resolved, nextScheduledAt };
}

/**
 * The first occurrences of a rule after `now`.
 * @throws InvalidInputError if a new event cannot have the rule
 */
export async function nextTimes(rrule: string, now: Date, recurrences: Evaluator): Promise<Date[]> {
  const faults: Fault[] = [];
  const first = await firstTime(rrule, now, recurrences, faults);
  if (!first) throw new InvalidInputError(faults);
  const times = [first];
  for (let last: Date | null = first; times.length < shownOccurrences; times.push(last)) {
    // A rule may end, or have gaps that are too long to search.
    last = await recurrences.nextAfter(rrule, last).catch(() => null);
    if (!last) break;
  }
  return times;
}

async function firstTime(rrule: string, now: Date, recurrences: Evaluator, faults: Fault[]): Promise<Date | null> {
  try {
    const first = await recurrences.firstAfter(rrule, now);
    if (!first) {
      faults.push(invalidRule(`has no occurrence after ${now.toISOString()} up to the end of the year ${lastYear}`));
    }
    return first;
  } catch (error) {
    if (!(error instanceof RecurrenceError)) throw error;
    faults.push(invalidRule(error.message));
    return null;
  }
}
