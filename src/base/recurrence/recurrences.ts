import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { TaskThread } from '../threads/task-thread.js';
import { type RecurrenceAnswer, RecurrenceError, type RecurrenceQuestion } from './recurrence.js';

const program = new URL('./recurrence-thread-program.js', import.meta.url);

/** Evaluates the rules of recurrence in a thread, one at a time, so that no rule blocks the event loop. */
@Injectable()
export class Recurrences implements OnApplicationShutdown {
  /**
   * Milliseconds until the thread is taken for lost. Rules are bounded by the periods and occurrences that are looked at, whoever else runs:
   * ordinary ones take less than 10 ms.
   */
  readonly limitMs: number = 60_000;
  private readonly thread = new TaskThread<RecurrenceQuestion, RecurrenceAnswer, true>(program);

  /**
   * Checks a new rule. Returns its first occurrence after `after`, or null if there is none.
   * @throws RecurrenceError if the rule cannot be a schedule, or its evaluation exceeds the limit
   */
  firstAfter(rrule: string, after: Date): Promise<Date | null> {
    return this.ask({ rrule, after, isNew: true });
  }

  /** As {@link firstAfter}, for a stored rule. */
  nextAfter(rrule: string, after: Date): Promise<Date | null> {
    return this.ask({ rrule, after, isNew: false });
  }

  async onApplicationShutdown(): Promise<void> {
    await this.thread.end();
  }

  private async ask(question: RecurrenceQuestion): Promise<Date | null> {
    const answer = await this.evaluate(question);
    if ('fault' in answer) throw new RecurrenceError(answer.fault);
    return answer.next;
  }

  private async evaluate(question: RecurrenceQuestion): Promise<RecurrenceAnswer> {
    const { limitMs } = this;
    const limit = new AbortController();
    let timer: NodeJS.Timeout | undefined;
    const onProgress = () => {
      timer = setTimeout(() => limit.abort(), limitMs);
    };
    try {
      return await this.thread.run(question, { onProgress, signal: limit.signal });
    } catch (error) {
      if (!limit.signal.aborted) throw error;
      return { fault: `takes more than ${limitMs} ms to evaluate; write a simpler rule, or a smaller COUNT` };
    } finally {
      clearTimeout(timer);
    }
  }
}
