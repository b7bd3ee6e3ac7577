/** One fault of a request or of an input: where it lies (`query.sort_by`, `body.custom_types.Foo.icon.color`) and what would be right. */
export interface Fault {
  readonly context: string;
  readonly message: string;
}

/**
 * What the inside throws when it refuses or fails. `status` is the HTTP status by which the one filter in `src/http`
 * answers; nothing else here knows of HTTP, and nothing else there knows of these classes' reasons.
 */
export abstract class AppError extends Error {
  abstract readonly status: number;

  /** @param retryAfterSeconds when the same may succeed, if that is known */
  constructor(
    readonly faults: readonly Fault[],
    readonly retryAfterSeconds?: number,
  ) {
    super(faults.map(({ context, message }) => (context ? `${context}: ${message}` : message)).join('; '));
    this.name = new.target.name;
  }
}

/** The input is at fault; every fault found is named. */
export class InvalidInputError extends AppError {
  readonly status = 400;

  static at(context: string, message: string): InvalidInputError {
    return new InvalidInputError([{ context, message }]);
  }
}

/** Who asks is not known. The answer is always the same generic text; `detail` goes to the log only. */
export class UnauthenticatedError extends AppError {
  readonly status = 401;

  constructor(readonly detail: string) {
    super([
      { context: 'header.Authorization', message: 'authentication is required or the credentials are not valid' },
    ]);
  }
}

/** Who asks is known and may not. */
export class ForbiddenError extends AppError {
  readonly status = 403;

  constructor(message: string) {
    super([{ context: 'permission', message }]);
  }
}

/** A thing looked up by its identifier does not exist. */
export class NotFoundError extends AppError {
  readonly status = 404;

  constructor(context: string, message: string) {
    super([{ context, message }]);
  }
}

/** The request contradicts what is there: a name taken, a state that does not allow it. */
export class ConflictError extends AppError {
  readonly status = 409;
}

/** A body or a part of it passes its limit. */
export class TooLargeError extends AppError {
  readonly status = 413;

  constructor(context: string, message: string) {
    super([{ context, message }]);
  }
}

/** The body is of a type, or in an encoding, that the operation does not take. */
export class UnsupportedMediaTypeError extends AppError {
  readonly status = 415;

  constructor(context: string, message: string) {
    super([{ context, message }]);
  }
}

/** The body stopped coming. */
export class StalledBodyError extends AppError {
  readonly status = 408;

  constructor(seconds: number) {
    super([{ context: 'body', message: `nothing came for ${seconds} s` }]);
  }
}

/** The time of the request is up, and its body is still arriving. */
export class LateBodyError extends AppError {
  readonly status = 408;

  constructor(seconds: number) {
    super([{ context: 'body', message: `the body did not arrive within the ${seconds} s of the request` }]);
  }
}

/** The service does not implement the operation. */
export class NotImplementedError extends AppError {
  readonly status = 501;

  constructor(message: string) {
    super([{ context: 'path', message }]);
  }
}

/** There is no room to keep what was sent. */
export class InsufficientStorageError extends AppError {
  readonly status = 507;

  constructor(context: string, message: string) {
    super([{ context, message }]);
  }
}

/** Too many requests in a window. */
export class TooManyRequestsError extends AppError {
  readonly status = 429;

  constructor(
    message: string,
    readonly limit: number,
    retryAfterSeconds: number,
  ) {
    super([{ context: 'rate-limit', message }], retryAfterSeconds);
  }
}

/** Too many bytes of bodies at a time. */
export class TooManyBytesError extends AppError {
  readonly status = 429;

  constructor(message: string, retryAfterSeconds: number) {
    super([{ context: 'body', message }], retryAfterSeconds);
  }
}

/** The service has too much to do at the moment; nothing is wrong with the request. */
export class OverloadedError extends AppError {
  readonly status = 503;

  constructor(message: string, retryAfterSeconds: number) {
    super([{ context: 'server', message }], retryAfterSeconds);
  }
}

/** The time that the request was given (`Prefer: wait=N`) is up. */
export class RequestTimeoutError extends AppError {
  readonly status = 500;

  constructor(seconds: number) {
    super([{ context: 'header.Prefer', message: `request timed out after ${seconds} s` }]);
  }
}
