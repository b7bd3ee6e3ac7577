import { RRuleTemporal } from 'rrule-temporal';
import { contradictionOf } from './recurrence-contradiction.js';
import { readRecurrence } from './recurrence-grammar.js';

/** The last year that a time of RFC 3339 can have. */
export const lastYear = 9999;

/** Least time between two occurrences of an event. */
const minimumGapMs = 5 * 60_000;

/** Occurrences whose gaps are looked at: the first ones, which hold every time of day that a rule has. */
const sampleSize = 500;
const sampleSpanMs = 2 * 366 * 86_400_000;

/** Most periods that are looked at in one search, all of which may be empty. */
const maxIterations = 10_000;

const weekdays = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];
const daysOrLonger: ReadonlySet<string> = new Set(['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY']);

/** Most times that are looked at in one search: a period of a rule may hold millions, and nothing else happens meanwhile. */
const maxCandidateEvaluations = 10_000;

/** A question about a rule. It may take seconds of CPU, so it is answered in a thread ({@link answerTo} runs there). */
export interface RecurrenceQuestion {
  readonly rrule: string;
  /** The occurrence asked for is later than this. */
  readonly after: Date;
  /** Whether the rule is also checked for what a new rule must be. */
  readonly isNew: boolean;
}

/** The next occurrence, null if none is left, or what is wrong with the rule. */
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

/** A rule that can't be a schedule; the message says why, and reads on from the name of what holds the rule. */
export class RecurrenceError extends Error {}

/**
 * The times of an event: DTSTART and RRULE of RFC 5545. Times of day are those of the clocks in the rule's zone: a time that a change
 * of the clocks leaves out does not occur, one that comes twice occurs the first time.
 */
export class Recurrence {
  private constructor(
    private readonly rule: RRuleTemporal,
    private readonly lines: string,
  ) {}

  /** @throws RecurrenceError where the text is malformed */
  static parse(text: string): Recurrence {
    const read = readRecurrence(text);
    if ('fault' in read) throw new RecurrenceError(read.fault);
    return new Recurrence(ruleOf(read.lines), read.lines);
  }

  /**
   * For rules that are new: it may list hundreds of occurrences.
   * @throws RecurrenceError where the rule never occurs, or more often than every 5 minutes, or can't be followed to its end
   */
  requireUsable(): void {
    this.requireShownStart();
    const contradiction = contradictionOf(this.rule.options());
    if (contradiction !== undefined) throw new RecurrenceError(`never occurs: ${contradiction}`);
    const times = this.firstTimes();
    if (times.length === 0) {
      throw new RecurrenceError(`does not occur within the first ${maxIterations} periods of its FREQ`);
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
   * The first occurrence later than `instant`; null if none is left up to the year {@link lastYear}.
   * @throws RecurrenceError if the search reaches a limit: there may be an occurrence beyond it
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

  /** The library takes an absent BYDAY from the start of its search, which may be on another weekday than DTSTART. */
  private withWeekday(): RRuleTemporal {
    const { freq, byWeekNo, byDay, byMonthDay, byYearDay, dtstart } = this.rule.options();
    if (freq !== 'YEARLY' || !byWeekNo || byDay || byMonthDay || byYearDay) return this.rule;
    return this.rule.with({ byDay: weekdays.slice(dtstart.dayOfWeek - 1, dtstart.dayOfWeek) });
  }

  /** The library would begin an hour later where the clocks leave DTSTART out, and stay at that time of day. */
  private requireShownStart(): void {
    const { dtstart } = this.rule.options();
    const shown = dtstart.toPlainDateTime().toString({ smallestUnit: 'second' }).replaceAll(/[-:]/g, '');
    if (this.lines.includes(`:${shown}`)) return;
    throw new RecurrenceError(
      `DTSTART takes a time that the clocks of ${dtstart.timeZoneId} show; they leave this one out`,
    );
  }

  /** To know how many are left, the library counts from DTSTART on, and not for ever: the rule would end early without a word. */
  private requireCountable(): void {
    const { count } = this.rule.options();
    if (count === undefined || isFound(() => this.rule.all(() => true))) return;
    throw new RecurrenceError(
      `COUNT=${count} reaches too far from DTSTART to be counted; write UNTIL, or a smaller COUNT`,
    );
  }

  private firstTimes(): number[] {
    const most = this.hasOneTimeADay() ? 1 : sampleSize;
    const times: number[] = [];
    withinLimits(() =>
      this.rule.all(({ epochMilliseconds }) => {
        times.push(epochMilliseconds);
        return times.length < most && epochMilliseconds - (times[0] ?? 0) < sampleSpanMs;
      }),
    );
    return times;
  }

  /** Such times are most of a day apart, and listing hundreds of them would take a tenth of a second. */
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
    // If the name of the zone is not spelled as in the time zone database, the library searches from DTSTART on, not near the instant.
    return rule.with({ tzid: rule.options().dtstart.timeZoneId });
  } catch (error) {
    throw new RecurrenceError(`is not a rule of RFC 5545: ${error instanceof Error ? error.message : String(error)}`);
  }
}

interface SearchResult<T> {
  /** Undefined if there is nothing up to the end of the library's calendar, or up to the limit. */
  readonly found?: T;
  /** Whether the limit of {@link maxIterations} periods ended the search. */
  readonly isCutShort: boolean;
}

/** @throws RecurrenceError if a period holds more times than are looked at */
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
