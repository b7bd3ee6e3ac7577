import { Cancellation, type CancelSignal } from '../../base/scope/request-scope.js';
import { InvalidInputError, LateBodyError, RequestTimeoutError } from '../../base/errors.js';

/** The client closed the connection before its answer was complete. */
export class ClientGoneError extends Error {
  constructor() {
    super('the client closed the connection');
    this.name = 'ClientGoneError';
  }
}

/**
 * The time limit of one request. Its signal fires when the limit expires or the client closes the connection. The database then cancels
 * the statements of the request.
 */
export class Deadline {
  private readonly cancellation = new Cancellation();
  private timer: NodeJS.Timeout | undefined;
  private expire: (() => void) | undefined;

  /**
   * @param seconds undefined for no limit
   * @param isBodyArriving whether the request is waiting for its body when the limit expires
   */
  constructor(
    private readonly seconds: number | undefined,
    private readonly isBodyArriving: () => boolean = () => false,
  ) {}

  get signal(): CancelSignal {
    return this.cancellation;
  }

  /** @param onExpiry called once with the error to answer when the limit expires */
  start(onExpiry: (error: LateBodyError | RequestTimeoutError) => void): void {
    const { seconds } = this;
    if (seconds === undefined) return;
    this.expire = () => {
      const error = this.isBodyArriving()
        ? new LateBodyError(`the body did not arrive within the ${seconds} s of the request`)
        : new RequestTimeoutError(`request timed out after ${seconds} s`);
      this.cancellation.abort(error);
      onExpiry(error);
    };
    this.resume();
  }

  /** Stops the limit. The operation that follows must have a limit of its own. */
  pause(): void {
    clearTimeout(this.timer);
  }

  /** Restarts the limit with its full time. */
  resume(): void {
    clearTimeout(this.timer);
    if (this.expire) this.timer = setTimeout(this.expire, (this.seconds ?? 0) * 1000);
  }

  /** Call when the exchange is over. `complete` is false if the client left before the end of the answer. */
  end(complete: boolean): void {
    clearTimeout(this.timer);
    this.expire = undefined;
    if (!complete && !this.cancellation.aborted) this.cancellation.abort(new ClientGoneError());
  }
}

export interface WaitLimits {
  readonly defaultWait: number;
  readonly maxWait: number;
  readonly allowUnlimitedWait: boolean;
}

export interface Wait {
  /** Time limit in seconds; undefined for no limit. */
  readonly seconds: number | undefined;
  /** Value of the `Preference-Applied` header; undefined without a `wait` preference. */
  readonly applied: string | undefined;
}

/**
 * Reads the `wait` preference of RFC 7240 (`Prefer: wait=N`, N in seconds). As the RFC requires, other preferences are ignored, the
 * first of several `wait` applies, and a value may be quoted.
 * @throws InvalidInputError if `wait` is not an integer, or if it is -1 and the deployment does not allow unlimited requests
 */
export function readWait(header: string | undefined, limits: WaitLimits): Wait {
  const asked = header === undefined ? undefined : waitPreference(header);
  if (asked === undefined) return { seconds: limits.defaultWait, applied: undefined };
  if (asked === '-1') return unlimited(limits);
  if (!/^\d+$/.test(asked)) {
    throw InvalidInputError.at(
      'header.invalid_value',
      'header.Prefer',
      `wait=${asked} is not valid; wait takes a number of seconds, or -1`,
    );
  }
  const seconds = Math.min(Number(asked) || limits.defaultWait, limits.maxWait);
  return { seconds, applied: `wait=${seconds}` };
}

function unlimited(limits: WaitLimits): Wait {
  if (limits.allowUnlimitedWait) return { seconds: undefined, applied: 'wait=-1' };
  throw InvalidInputError.at(
    'header.invalid_value',
    'header.Prefer',
    'wait=-1 is not allowed by this deployment (ALLOW_UNLIMITED_WAIT)',
  );
}

/** The parts between commas; a comma within a quoted value separates nothing. */
const preferences = /(?:[^",]|"(?:[^"\\]|\\.)*"?)+/g;

function waitPreference(header: string): string | undefined {
  for (const [preference] of header.matchAll(preferences)) {
    const [name = '', value = ''] = (preference.split(';', 1)[0] ?? '').split('=', 2);
    if (name.trim().toLowerCase() === 'wait') return value.trim().replace(/^"(.*)"$/, '$1');
  }
  return undefined;
}
