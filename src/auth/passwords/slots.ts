import { TooManyRequestsError } from '../../common/errors.js';
import { currentScope } from '../../common/request-scope.js';

/** Lets a few pieces of work run at a time; the others wait their turn, up to a number. */
export class Slots {
  private running = 0;
  private readonly waiting: (() => void)[] = [];

  constructor(
    private readonly limit: number,
    private readonly maxWaiting: number,
  ) {}

  /**
   * Work whose caller has left by the time its turn comes is not begun.
   * @throws TooManyRequestsError where too many wait already
   */
  async run<T>(work: () => Promise<T>): Promise<T> {
    await this.take();
    try {
      currentScope()?.signal.throwIfAborted();
      return await work();
    } finally {
      this.release();
    }
  }

  private async take(): Promise<void> {
    if (this.running < this.limit) {
      this.running++;
      return;
    }
    if (this.waiting.length >= this.maxWaiting) {
      throw new TooManyRequestsError('too many passwords are being checked; try again in 1 s', this.maxWaiting, 1);
    }
    await new Promise<void>((resolve) => this.waiting.push(resolve));
  }

  /** The slot goes straight to the next in line, so that nobody who comes in between can take it. */
  private release(): void {
    const next = this.waiting.shift();
    if (next) next();
    else this.running--;
  }
}
