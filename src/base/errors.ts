import type { ErrorCode } from './error-codes.js';

/** One fault of a request or of an input. */
export interface Fault {
  /** Stable, for programs. */
  readonly code: ErrorCode;
  /** The place of the fault: `query.sort_by`, `body.custom_types.Foo.icon.color`. */
  readonly context: string;
  /** What is wrong and what is accepted, for people. */
  readonly message: string;
}

/** A fault whose place the caller knows. */
export type Defect = Omit<Fault, 'context'>;

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

  static at(code: ErrorCode, context: string, message: string): InvalidInputError {
    return new InvalidInputError([{ code, context, message }]);
  }
}

/** Who asks is not known. The answer is always the same generic text; `detail` goes to the log only. */
export class UnauthenticatedError extends AppError {
  readonly status = 401;

  constructor(readonly detail: string) {
    super([
      {
        code: 'auth.failed',
        context: 'header.Authorization',
        message: 'authentication is required or the credentials are not valid',
      },
    ]);
  }
}

/** Who asks is known and may not. */
export class ForbiddenError extends AppError {
  readonly status = 403;

  constructor(message: string) {
    super([{ code: 'permission.denied', context: 'permission', message }]);
  }
}

/** A thing looked up by its identifier does not exist. */
export class NotFoundError extends AppError {
  readonly status = 404;

  constructor(context: string, message: string, code: ErrorCode = 'resource.not_found') {
    super([{ code, context, message }]);
  }
}

/** The request contradicts what is there: a name taken, a state that does not allow it. */
export class ConflictError extends AppError {
  readonly status = 409;
}

/** A body or a part of it passes its limit. */
export class TooLargeError extends AppError {
  readonly status = 413;

  constructor(context: string, message: string, code: ErrorCode = 'body.too_large') {
    super([{ code, context, message }]);
  }
}

/** The body is of a type, or in an encoding, that the operation does not take. */
export class UnsupportedMediaTypeError extends AppError {
  readonly status = 415;

  constructor(code: 'body.unsupported_type' | 'body.unsupported_encoding', message: string) {
    const context = code === 'body.unsupported_type' ? 'header.Content-Type' : 'header.Content-Encoding';
    super([{ code, context, message }]);
  }
}

/** The body stopped coming. */
export class StalledBodyError extends AppError {
  readonly status = 408;

  constructor(seconds: number) {
    super([{ code: 'body.too_slow', context: 'body', message: `nothing came for ${seconds} s` }]);
  }
}

/** The time of the request is up, and its body is still arriving. */
export class LateBodyError extends AppError {
  readonly status = 408;

  constructor(seconds: number) {
    super([
      {
        code: 'body.too_slow',
        context: 'body',
        message: `the body did not arrive within the ${seconds} s of the request`,
      },
    ]);
  }
}

/** The service does not implement the operation. */
export class NotImplementedError extends AppError {
  readonly status = 501;

  constructor(message: string) {
    super([{ code: 'path.not_implemented', context: 'path', message }]);
  }
}

/** There is no room to keep what was sent. */
export class InsufficientStorageError extends AppError {
  readonly status = 507;

  constructor(message: string) {
    super([{ code: 'storage.full', context: 'storage', message }]);
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
    super([{ code: 'rate_limit.exceeded', context: 'rate-limit', message }], retryAfterSeconds);
  }
}

/** Too many bytes of bodies at a time. */
export class TooManyBytesError extends AppError {
  readonly status = 429;

  constructor(message: string, retryAfterSeconds: number) {
    super([{ code: 'body.unverified_too_many', context: 'body', message }], retryAfterSeconds);
  }
}

/** The service has too much to do at the moment; nothing is wrong with the request. */
export class OverloadedError extends AppError {
  readonly status = 503;

  constructor(message: string, retryAfterSeconds: number) {
    super([{ code: 'server.overloaded', context: 'server', message }], retryAfterSeconds);
  }
}

/** The time that the request was given (`Prefer: wait=N`) is up. */
export class RequestTimeoutError extends AppError {
  readonly status = 500;

  constructor(seconds: number) {
    super([{ code: 'request.timed_out', context: 'header.Prefer', message: `request timed out after ${seconds} s` }]);
  }
}
