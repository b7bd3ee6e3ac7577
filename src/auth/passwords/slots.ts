import { OverloadedError, TooManyRequestsError } from '../../base/errors.js';
import { currentScope } from '../../base/scope/request-scope.js';

/**
 * Limits the number of concurrent password checks. Checks for addresses with a recent failure wait in a queue of their own, which is short
 * and served last, so that a flood of wrong passwords can't make the service refuse the right one (docs/adr/0012-rate-limits.md).
 */
export class Slots {
  private running = 0;
  private readonly waiting: (() => void)[] = [];
  private readonly suspects: (() => void)[] = [];

  /** @param maxWaiting limits the memory: a waiting check needs a few kilobytes */
  constructor(
    private readonly limit: number,
    private readonly maxSuspects = 256,
    private readonly maxWaiting = 10_000,
  ) {}

  /**
   * Does not start the work if its request has ended while it waited.
   * @param isSuspect whether the address of the caller has failed recently
   * @throws TooManyRequestsError if too many suspects wait; OverloadedError if too many others wait
   */
  async run<T>(work: () => Promise<T>, isSuspect = false): Promise<T> {
    await this.take(isSuspect);
    try {
      currentScope()?.signal.throwIfAborted();
      return await work();
    } finally {
      this.release();
    }
  }

  private async take(isSuspect: boolean): Promise<void> {
    if (this.running < this.limit) {
      this.running++;
      return;
    }
    const message = 'too many passwords are being checked; try again in 1 s';
    if (isSuspect && this.suspects.length >= this.maxSuspects) {
      throw new TooManyRequestsError(message, 1);
    }
    if (!isSuspect && this.waiting.length >= this.maxWaiting) throw new OverloadedError(message, 1);
    await new Promise<void>((resolve) => (isSuspect ? this.suspects : this.waiting).push(resolve));
  }

  /** Hands the slot to the next waiting check, so that a new one can't take it first. */
  private release(): void {
    const next = this.waiting.shift() ?? this.suspects.shift();
    if (next) next();
    else this.running--;
  }
}
