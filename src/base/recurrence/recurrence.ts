import { RRuleTemporal } from 'rrule-temporal';
import { errorMessage } from '../error-message.js';
import { readRecurrence } from './recurrence-grammar.js';

/** The last year that a time of RFC 3339 can have. */
export const lastYear = 9999;

/** Least time between two occurrences. */
const minimumGapMs = 5 * 60_000;

/** Number of first occurrences whose gaps are checked. They contain every time of day of the rule. */
const sampleSize = 500;
const sampleSpanMs = 2 * 366 * 86_400_000;

/** Limits a search in periods, because all of them may be empty. */
const maxIterations = 10_000;

const weekdays = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];
const daysOrLonger: ReadonlySet<string> = new Set(['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY']);

/** Occurrences that are looked at to count them. */
const maxCounted = 10_000;

/** Limits a search in times, because a period may have millions of them and the search blocks its thread. */
const maxCandidateEvaluations = 10_000;

/** A question about a rule. {@link answerTo} runs in a thread, because an answer may take seconds of CPU time. */
export interface RecurrenceQuestion {
  readonly rrule: string;
  /** Asks for the first occurrence after this time. */
  readonly after: Date;
  /** Also checks the requirements for new rules. */
  readonly isNew: boolean;
}

/** The next occurrence, null after the last one, or the fault of the rule. */
export type RecurrenceAnswer = { readonly next: Date | null } | { readonly fault: string };

export function answerTo({ rrule, after, isNew }: RecurrenceQuestion): RecurrenceAnswer {
  try {
    const recurrence = Recurrence.parse(rrule);
    if (isNew) recurrence.requireUsable();
    return { next: recurrence.nextAfter(after) };
  } catch (error) {
    if (error instanceof RecurrenceError) return { fault: error.message };
    throw error;
  }
}

/** The rule cannot be a schedule. The message continues a sentence that begins with the name of the property. */
export class RecurrenceError extends Error {}

/**
 * The occurrences of a rule by DTSTART and RRULE of RFC 5545, in local time of the zone of the rule. If a change of the clocks
 * skips a time, it does not occur; if it repeats a time, the first one occurs.
 */
export class Recurrence {
  private constructor(
    private readonly rule: RRuleTemporal,
    private readonly lines: string,
  ) {}

  /** @throws RecurrenceError if the text is malformed */
  static parse(text: string): Recurrence {
    const read = readRecurrence(text);
    if ('fault' in read) throw new RecurrenceError(read.fault);
    return new Recurrence(ruleOf(read.lines), read.lines);
  }

  /**
   * Checks a new rule. Lists up to 500 occurrences.
   * @throws RecurrenceError if the rule never occurs, occurs more often than every 5 minutes, or has a COUNT that is too large
   */
  requireUsable(): void {
    this.requireShownStart();
    const { found: times, isCutShort } = this.firstTimes();
    if (times.length === 0) {
      const limit = ` within the first ${maxIterations} periods of its FREQ`;
      throw new RecurrenceError(isCutShort ? `does not occur${limit}` : 'never occurs');
    }
    const shortest = Math.min(...times.slice(1).map((time, index) => time - (times[index] ?? 0)));
    if (shortest < minimumGapMs) {
      throw new RecurrenceError(
        `occurs ${shortest / 1000} s apart; at least ${minimumGapMs / 1000} s must lie between`,
      );
    }
    this.requireCountable();
  }

  /**
   * Returns the first occurrence after `instant`, or null if there is none until the end of {@link lastYear}.
   * @throws RecurrenceError if the search reaches its limit, beyond which there may be an occurrence
   */
  nextAfter(instant: Date): Date | null {
    const { found: next, isCutShort } = withinLimits(() => this.withWeekday().next(instant));
    if (isCutShort) {
      throw new RecurrenceError(
        `reaches the limit of the search, ${maxIterations} periods of its FREQ, before an occurrence after ${instant.toISOString()}`,
      );
    }
    const time = next && new Date(next.epochMilliseconds);
    return time && time.getUTCFullYear() <= lastYear ? time : null;
  }

  /** If BYDAY is absent, the library uses the weekday at which its search starts, which DTSTART may not have. */
  private withWeekday(): RRuleTemporal {
    const { freq, byWeekNo, byDay, byMonthDay, byYearDay, dtstart } = this.rule.options();
    if (freq !== 'YEARLY' || !byWeekNo || byDay || byMonthDay || byYearDay) return this.rule;
    return this.rule.with({ byDay: weekdays.slice(dtstart.dayOfWeek - 1, dtstart.dayOfWeek) });
  }

  /** If the clocks skip DTSTART, the library starts an hour later and keeps that time of day. */
  private requireShownStart(): void {
    const { dtstart } = this.rule.options();
    const shown = dtstart.toPlainDateTime().toString({ smallestUnit: 'second' }).replaceAll(/[-:]/g, '');
    if (this.lines.includes(`:${shown}`)) return;
    throw new RecurrenceError(
      `DTSTART takes a time that the clocks of ${dtstart.timeZoneId} show; they leave this one out`,
    );
  }

  /** The library counts occurrences from DTSTART up to its limits. Beyond them the rule would end early without an error. */
  private requireCountable(): void {
    const { count } = this.rule.options();
    if (count === undefined) return;
    if (count <= maxCounted && isFound(() => this.rule.all(() => true))) return;
    throw new RecurrenceError(
      `COUNT=${count} reaches too far from DTSTART to be counted; write UNTIL, or a smaller COUNT`,
    );
  }

  private firstTimes(): { readonly found: readonly number[]; readonly isCutShort: boolean } {
    const most = this.hasOneTimeADay() ? 1 : sampleSize;
    const found: number[] = [];
    const { isCutShort } = withinLimits(() =>
      this.rule.all(({ epochMilliseconds }) => {
        found.push(epochMilliseconds);
        return found.length < most && epochMilliseconds - (found[0] ?? 0) < sampleSpanMs;
      }),
    );
    return { found, isCutShort };
  }

  /** Such occurrences need no check of their gaps, which would take a tenth of a second. */
  private hasOneTimeADay(): boolean {
    const { freq, byHour, byMinute, bySecond } = this.rule.options();
    return daysOrLonger.has(freq) && [byHour, byMinute, bySecond].every((values) => (values?.length ?? 1) === 1);
  }
}

function ruleOf(lines: string): RRuleTemporal {
  try {
    const rule = new RRuleTemporal({
      rruleString: lines,
      strict: true,
      cache: false,
      maxCandidateEvaluations,
      maxIterations,
    });
    // If the zone is not spelled as in the time zone database, the library searches from DTSTART on instead of near the instant.
    return rule.with({ tzid: rule.options().dtstart.timeZoneId });
  } catch (error) {
    throw new RecurrenceError(`is not a rule of RFC 5545: ${errorMessage(error)}`);
  }
}

interface SearchResult<T> {
  /** Undefined if the search found nothing up to its limit or the end of the library's calendar. */
  readonly found?: T;
  /** True if the search ended after {@link maxIterations} periods. */
  readonly isCutShort: boolean;
}

/** @throws RecurrenceError if a period has more times than {@link maxCandidateEvaluations} */
function withinLimits<T>(find: () => T): SearchResult<T> {
  try {
    return { found: find(), isCutShort: false };
  } catch (error) {
    if (error instanceof RangeError) return { isCutShort: false };
    if (!(error instanceof Error)) throw error;
    if (error.message.startsWith('Maximum iterations')) return { isCutShort: true };
    if (!error.message.startsWith('Maximum candidate evaluations')) throw error;
    throw new RecurrenceError(
      `has more than ${maxCandidateEvaluations} times in a period of its FREQ; a shorter one, such as DAILY, can say the same`,
    );
  }
}

function isFound(search: () => unknown): boolean {
  try {
    search();
    return true;
  } catch (error) {
    if (error instanceof RangeError || (error instanceof Error && error.message.startsWith('Maximum '))) return false;
    throw error;
  }
}
