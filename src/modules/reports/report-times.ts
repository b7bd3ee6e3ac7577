import { Injectable } from '@nestjs/common';
import { Clock } from '../../base/clock.js';
import { Settings } from '../../base/config/settings.js';
import { InvalidInputError } from '../../base/errors.js';
import { RecurrenceError } from '../../base/recurrence/recurrence.js';
import { Recurrences } from '../../base/recurrence/recurrences.js';

/** When reports are made, and how many documents of them are kept. */
@Injectable()
export class ReportTimes {
  constructor(
    private readonly settings: Settings,
    private readonly clock: Clock,
    private readonly recurrences: Recurrences,
  ) {}

  now(): Date {
    return this.clock.now();
  }

  /** Documents of a report. */
  get kept(): number {
    return this.settings.maxReportDocuments;
  }

  /** The first time of a new schedule. @throws InvalidInputError if the rule is none, or does not occur any more */
  async firstTime(rrule: string | null): Promise<Date | null> {
    if (rrule === null) return null;
    const next = await this.recurrences.firstAfter(rrule, this.now()).catch((error: unknown) => {
      if (!(error instanceof RecurrenceError)) throw error;
      throw InvalidInputError.at('schedule.invalid_rule', 'body.rrule', error.message);
    });
    if (!next) throw InvalidInputError.at('schedule.invalid_rule', 'body.rrule', 'does not occur any more');
    return next;
  }

  /** The next time of a stored schedule; null after the last one. */
  nextTime(rrule: string): Promise<Date | null> {
    return this.recurrences.nextAfter(rrule, this.now()).catch(() => null);
  }
}
