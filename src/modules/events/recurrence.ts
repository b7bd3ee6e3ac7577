import { RRuleTemporal } from 'rrule-temporal';
import { readRecurrence } from './recurrence-grammar.js';

/** Least time between two occurrences of an event. */
const minimumGapMs = 5 * 60_000;

/** Occurrences whose gaps are looked at: the first ones, which hold every time of day that a rule has. */
const sampleSize = 500;
const sampleSpanMs = 2 * 366 * 86_400_000;

/** A rule that can't be a schedule; the message says why, and reads on from the name of what holds the rule. */
export class RecurrenceError extends Error {}

/**
 * The times of an event: DTSTART and RRULE of RFC 5545. Times of day are those of the clocks in the rule's zone: a time that a change
 * of the clocks leaves out does not occur, one that comes twice occurs the first time.
 */
export class Recurrence {
  private constructor(private readonly rule: RRuleTemporal) {}

  /** @throws RecurrenceError where the text is malformed */
  static parse(text: string): Recurrence {
    const read = readRecurrence(text);
    if ('fault' in read) throw new RecurrenceError(read.fault);
    return new Recurrence(ruleOf(read.lines));
  }

  /**
   * For rules that are new: it lists hundreds of occurrences.
   * @throws RecurrenceError where the rule never occurs, or more often than every 5 minutes
   */
  requireUsable(): void {
    const { dtstart } = this.rule.options();
    if (!this.nextAfter(new Date(dtstart.epochMilliseconds - 1))) throw new RecurrenceError('never occurs');
    const shortest = this.shortestGapMs();
    if (shortest < minimumGapMs) {
      throw new RecurrenceError(
        `occurs ${shortest / 1000} s apart; at least ${minimumGapMs / 1000} s must lie between`,
      );
    }
  }

  /** The first occurrence later than `instant`; null where none is left. */
  nextAfter(instant: Date): Date | null {
    const next = untilExhausted(() => this.rule.next(instant), null);
    return next && new Date(next.epochMilliseconds);
  }

  /** Among the first occurrences. */
  private shortestGapMs(): number {
    const times: number[] = [];
    untilExhausted(() => {
      this.rule.all(({ epochMilliseconds }) => {
        times.push(epochMilliseconds);
        return times.length < sampleSize && epochMilliseconds - (times[0] ?? 0) < sampleSpanMs;
      });
    }, undefined);
    return Math.min(...times.slice(1).map((time, index) => time - (times[index] ?? 0)));
  }
}

function ruleOf(lines: string): RRuleTemporal {
  try {
    return new RRuleTemporal({ rruleString: lines, strict: true, cache: false });
  } catch (error) {
    throw new RecurrenceError(`is not a rule of RFC 5545: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** The library looks at 10,000 periods for an occurrence and then throws: for a schedule, what is not found there never comes. */
function untilExhausted<T>(search: () => T, otherwise: T): T {
  try {
    return search();
  } catch (error) {
    if (error instanceof Error && error.message.startsWith('Maximum ')) return otherwise;
    throw error;
  }
}
