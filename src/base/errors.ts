import type { ErrorCode } from './catalogue/error-codes.js';

/** One fault of a request or of an input. */
export interface Fault {
  /** Stable, for programs. */
  readonly code: ErrorCode;
  /** The place of the fault: `query.sort_by`, `body.custom_types.Foo.icon.color`. */
  readonly context: string;
  /** Says what is wrong and what is accepted, for people. */
  readonly message: string;
}

/** A fault without its place, which the caller adds. */
export type Defect = Omit<Fault, 'context'>;

export function fault(code: ErrorCode, context: string, message: string): Fault {
  return { code, context, message };
}

export function faultAt(context: string, { code, message }: Defect): Fault {
  return fault(code, context, message);
}

/** An error that a client may see. The filter in `src/http` answers it with `status`; nothing else here depends on HTTP. */
export abstract class AppError extends Error {
  abstract readonly status: number;

  /** @param retryAfterSeconds time after which a retry may succeed, if it is known */
  constructor(
    readonly faults: readonly Fault[],
    readonly retryAfterSeconds?: number,
  ) {
    super(faults.map(({ context, message }) => (context ? `${context}: ${message}` : message)).join('; '));
    this.name = new.target.name;
  }
}

/** The class of errors that have one fault with one code. */
function errorOf(status: number, code: ErrorCode, context: string) {
  return class extends AppError {
    readonly status = status;

    constructor(message: string, retryAfterSeconds?: number) {
      super([fault(code, context, message)], retryAfterSeconds);
    }
  };
}

/** The input has faults; all of them are listed. */
export class InvalidInputError extends AppError {
  readonly status = 400;

  static at(code: ErrorCode, context: string, message: string): InvalidInputError {
    return new InvalidInputError([fault(code, context, message)]);
  }
}

/** The credentials are absent or invalid. The answer always has the same text; only the log contains `detail`. */
export class UnauthenticatedError extends AppError {
  readonly status = 401;

  constructor(
    readonly detail: string,
    context = 'header.Authorization',
    message = 'authentication is required or the credentials are not valid',
  ) {
    super([fault('auth.failed', context, message)]);
  }
}

/** The name or the password of a login is wrong, or the account is disabled. */
export class LoginRefusedError extends UnauthenticatedError {
  constructor(detail: string) {
    super(`login: ${detail}`, 'body', 'the user name or the password is not valid');
  }
}

/** A passkey is unknown or its signature is not valid, or the account is disabled. */
export class PasskeyRefusedError extends UnauthenticatedError {
  constructor(detail: string) {
    super(`passkey: ${detail}`, 'body', 'the passkey is not valid');
  }
}

/** The principal lacks the permission. */
export class ForbiddenError extends errorOf(403, 'permission.denied', 'permission') {}

/** The account is limited to environments, and the operation answers from the whole graph only. */
export class LimitedAccountError extends errorOf(403, 'permission.limited_account', 'permission') {
  constructor() {
    super('this operation does not answer accounts that are limited to environments');
  }
}

/** The resource or path does not exist. */
export class NotFoundError extends AppError {
  readonly status = 404;

  constructor(context: string, message: string, code: ErrorCode = 'resource.not_found') {
    super([fault(code, context, message)]);
  }
}

/** No path leads from one node to another: an answer, which stands on the analysis as others do. */
export class NoPathError extends NotFoundError {
  constructor(message: string) {
    super('query', message, 'graph.no_path');
  }
}

/** The path exists, but not for the method of the request. */
export class MethodNotAllowedError extends AppError {
  readonly status = 405;

  constructor(
    message: string,
    readonly methods: readonly string[],
  ) {
    super([{ code: 'path.method_not_allowed', context: 'path', message }]);
  }
}

/** The request conflicts with the stored state: a name is taken, or a state does not allow the operation. */
export class ConflictError extends AppError {
  readonly status = 409;

  static at(code: ErrorCode, context: string, message: string): ConflictError {
    return new ConflictError([fault(code, context, message)]);
  }
}

/** An `Idempotency-Key` was sent with another request before. */
export class KeyOfOtherRequestError extends errorOf(422, 'key.other_request', 'header.Idempotency-Key') {}

/** The first request with an `Idempotency-Key` has no answer yet. */
export class KeyInProgressError extends errorOf(409, 'key.in_progress', 'header.Idempotency-Key') {}

/** What an `Idempotency-Key` created has a secret, which is shown once. */
export class SecretShownError extends errorOf(409, 'key.secret_shown', 'header.Idempotency-Key') {}

/** The resource is another version than the one of `If-Match`. */
export class VersionChangedError extends errorOf(412, 'scim.version_changed', 'header.If-Match') {}

/** A body or a part of it exceeds its limit. */
export class TooLargeError extends AppError {
  readonly status = 413;

  constructor(context: string, message: string, code: ErrorCode = 'body.too_large') {
    super([fault(code, context, message)]);
  }
}

/**
 * The operation does not accept the media type or the encoding of the body. Extend the union of the codes when another header can be
 * refused, and the choice of the context with it.
 */
export class UnsupportedMediaTypeError extends AppError {
  readonly status = 415;

  constructor(code: 'body.unsupported_type' | 'body.unsupported_encoding', message: string) {
    const context = code === 'body.unsupported_type' ? 'header.Content-Type' : 'header.Content-Encoding';
    super([fault(code, context, message)]);
  }
}

/** No byte of the body arrived within the idle limit. */
export class StalledBodyError extends errorOf(408, 'body.too_slow', 'body') {}

/** The time limit of the request expired while its body was arriving. */
export class LateBodyError extends errorOf(408, 'body.too_slow', 'body') {}

/** The service does not implement the operation. */
export class NotImplementedError extends errorOf(501, 'path.not_implemented', 'path') {}

/** The disk has no space for the upload. */
export class InsufficientStorageError extends errorOf(507, 'storage.full', 'storage') {}

/** The storage of uploaded files is away. Its details are in the log. */
export class StorageUnavailableError extends AppError {
  readonly status = 503;

  constructor(readonly detail: string) {
    const seconds = 10;
    const message = `the storage of uploads can't be reached; nothing of the file is kept; try again in ${seconds} s`;
    super([{ code: 'storage.unavailable', context: 'storage', message }], seconds);
  }
}

/** A stored secret cannot be decrypted: SECRET_KEY is another one than before. Its name is in the log. */
export class UnreadableSecretError extends AppError {
  readonly status = 503;

  constructor(readonly detail: string) {
    const message = 'a stored secret cannot be read: start the service with the SECRET_KEY that it was stored under';
    super([{ code: 'secrets.unreadable', context: 'secrets', message }]);
  }
}

/** An identity provider cannot be reached, or answers what cannot be used. The log has the reason. */
export class ProviderUnavailableError extends AppError {
  readonly status = 503;

  constructor(readonly detail: string) {
    super([{ code: 'sso.unavailable', context: 'provider', message: 'the identity provider is not available now' }]);
  }
}

/** A rate limit is exceeded. */
export class TooManyRequestsError extends AppError {
  readonly status = 429;

  constructor(
    message: string,
    retryAfterSeconds: number,
    /** Value of `RateLimit-Policy` if the answer does not show the limit yet. */
    readonly policy?: string,
  ) {
    super([{ code: 'rate_limit.exceeded', context: 'rate-limit', message }], retryAfterSeconds);
  }
}

/** Too many questions of one principal wait for their turn. */
export class TooManyQuestionsError extends errorOf(429, 'rate_limit.too_many_questions', 'rate-limit') {}

/** Concurrent bodies exceed their limit. */
export class TooManyBytesError extends errorOf(429, 'body.unverified_too_many', 'body') {}

/** The service is overloaded; the request has no fault. */
export class OverloadedError extends errorOf(503, 'server.overloaded', 'server') {}

/** The graph is not in memory yet, or does not fit. */
export class GraphNotReadyError extends errorOf(503, 'graph.not_ready', 'graph') {}

function memoryText(noun: string, bytes: number, most: number): string {
  const [needed, allowed] = [bytes, most].map((it) => `${Math.ceil(it / 2 ** 20)} MiB`);
  return `a ${noun} of this graph needs ${needed}, and may take ${allowed}`;
}

/** A ranking needs more memory than one may take. */
export class RankingTooLargeError extends AppError {
  readonly status = 503;

  constructor(bytes: number, most: number) {
    super([{ code: 'graph.ranking_too_large', context: 'graph', message: memoryText('ranking', bytes, most) }]);
  }
}

/** A plan of fixes needs more memory than one may take. */
export class PlanTooLargeError extends AppError {
  readonly status = 503;

  constructor(bytes: number, most: number) {
    super([{ code: 'graph.plan_too_large', context: 'graph', message: memoryText('plan', bytes, most) }]);
  }
}

/** The time limit of the request (`Prefer: wait=N`) expired. */
export class RequestTimeoutError extends errorOf(500, 'request.timed_out', 'header.Prefer') {}
