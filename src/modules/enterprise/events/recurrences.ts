import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { answerTo, type RecurrenceAnswer, RecurrenceError, type RecurrenceQuestion } from './recurrence.js';

const program = new URL('./recurrence-thread-program.js', import.meta.url);

/**
 * Evaluates the rules of events in a thread, one at a time, so that no rule blocks the event loop. Tests run the sources without
 * a build; there the evaluation runs in place, because a thread needs compiled JavaScript.
 */
@Injectable()
export class Recurrences implements OnModuleDestroy {
  /** Milliseconds for the evaluation of a new rule. Ordinary rules take less than 10. */
  readonly newLimitMs: number = 2000;
  /** Milliseconds for the evaluation of a stored rule. Its check as a new rule may have run under less load. */
  readonly limitMs: number = 10_000;
  private worker: Worker | undefined;
  private turn: Promise<unknown> = Promise.resolve();

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

  async onModuleDestroy(): Promise<void> {
    await this.worker?.terminate();
  }

  private async ask(question: RecurrenceQuestion): Promise<Date | null> {
    const answer = await this.inTurn(() => this.evaluate(question));
    if ('fault' in answer) throw new RecurrenceError(answer.fault);
    return answer.next;
  }

  private inTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = this.turn.then(work);
    this.turn = result.catch(() => {});
    return result;
  }

  private async evaluate(question: RecurrenceQuestion): Promise<RecurrenceAnswer> {
    if (!existsSync(fileURLToPath(program))) return answerTo(question);
    const worker = (this.worker ??= await startWorker());
    const limitMs = question.isNew ? this.newLimitMs : this.limitMs;
    const limit = AbortSignal.timeout(limitMs);
    try {
      worker.ref();
      worker.postMessage(question, []);
      const [answer]: RecurrenceAnswer[] = await once(worker, 'message', { signal: limit });
      if (!answer) throw new Error('the thread that evaluates rules sent nothing');
      return answer;
    } catch (error) {
      this.worker = undefined;
      await worker.terminate();
      if (!limit.aborted) throw error;
      return { fault: `takes more than ${limitMs} ms to evaluate; write a simpler rule, or a smaller COUNT` };
    } finally {
      worker.unref();
    }
  }
}

async function startWorker(): Promise<Worker> {
  const worker = new Worker(program);
  await once(worker, 'message');
  return worker;
}
