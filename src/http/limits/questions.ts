import { Injectable } from '@nestjs/common';
import { Settings } from '../../base/config/settings.js';
import { OverloadedError, TooManyQuestionsError } from '../../base/errors.js';
import { FairSlots } from '../../base/scope/fair-slots.js';
import type { CancelSignal } from '../../base/scope/request-scope.js';

/** Askers whose questions an instance answers at the same time, at the least. */
const askersAtOnce = 4;

/** Questions of one asker, and of all, that may wait. */
const maxWaitingPerAsker = 100;
const maxWaiting = 1000;

const retrySeconds = 1;

/**
 * Admits questions to the graph and lists: a few of each principal at a time. The others wait in its queue, and principals take turns. A
 * question keeps its slot until its answer has been sent, so that the slots also bound the memory of answers.
 */
@Injectable()
export class Questions {
  private readonly slots: FairSlots;

  constructor({ questionsPerPrincipal }: Settings) {
    this.slots = new FairSlots({ total: questionsPerPrincipal * askersAtOnce, perKey: questionsPerPrincipal });
  }

  /** The current numbers of questions. */
  counts(): Readonly<Record<'answered' | 'waiting', number>> {
    const { used, waiting } = this.slots;
    return { answered: used, waiting };
  }

  /**
   * Waits for a slot; {@link leave} returns it.
   * @param signal of the request; a request that has ended leaves its queue
   * @returns undefined if there is a slot now
   * @throws TooManyQuestionsError, OverloadedError if the queue is full
   */
  enter(asker: string, signal: CancelSignal): Promise<void> | undefined {
    if (this.slots.waitingOf(asker) >= maxWaitingPerAsker)
      throw new TooManyQuestionsError(
        `${maxWaitingPerAsker} of your questions wait already; try again in ${retrySeconds} s`,
        retrySeconds,
      );
    if (this.slots.waiting >= maxWaiting) throw new OverloadedError('too many questions wait', retrySeconds);
    return this.slots.take(asker, signal);
  }

  leave(asker: string): void {
    this.slots.give(asker);
  }
}
