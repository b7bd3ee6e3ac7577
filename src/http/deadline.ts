import { Cancellation, type CancelSignal } from '../base/request-scope.js';
import { LateBodyError, RequestTimeoutError } from '../base/errors.js';

/** The client went away before its answer was complete. */
export class ClientGoneError extends Error {
  constructor() {
    super('the client closed the connection');
    this.name = 'ClientGoneError';
  }
}

/**
 * How long one request may take. The signal fires when the time is up or when the client hangs up, whichever comes first;
 * the database cancels what runs for the request then.
 */
export class Deadline {
  private readonly cancellation = new Cancellation();
  private timer: NodeJS.Timeout | undefined;
  private expire: (() => void) | undefined;

  /**
   * @param seconds undefined for no limit
   * @param isBodyArriving whether the request waits for its body when the time is up
   */
  constructor(
    private readonly seconds: number | undefined,
    private readonly isBodyArriving: () => boolean = () => false,
  ) {}

  get signal(): CancelSignal {
    return this.cancellation;
  }

  /** @param onExpiry called once with the error to answer when the time is up */
  start(onExpiry: (error: LateBodyError | RequestTimeoutError) => void): void {
    const { seconds } = this;
    if (seconds === undefined) return;
    this.expire = () => {
      const error = this.isBodyArriving() ? new LateBodyError(seconds) : new RequestTimeoutError(seconds);
      this.cancellation.abort(error);
      onExpiry(error);
    };
    this.resume();
  }

  /** Stops the time; what the request then waits for must have an end of its own. */
  pause(): void {
    clearTimeout(this.timer);
  }

  /** Lets all of the time begin anew. */
  resume(): void {
    clearTimeout(this.timer);
    if (this.expire) this.timer = setTimeout(this.expire, (this.seconds ?? 0) * 1000);
  }

  /** Call when the exchange is over. `complete` is false when the client did not wait for the whole answer. */
  end(complete: boolean): void {
    clearTimeout(this.timer);
    this.expire = undefined;
    if (!complete && !this.cancellation.aborted) this.cancellation.abort(new ClientGoneError());
  }
}
