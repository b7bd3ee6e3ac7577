import type { Response } from 'express';
import type { ErrorCode } from '../../base/catalogue/error-codes.js';
import {
  AppError,
  fault,
  type Fault,
  MethodNotAllowedError,
  TooManyRequestsError,
  UnauthenticatedError,
} from '../../base/errors.js';
import { isOfScim, scimErrorOf, scimType } from './scim-error.js';
import { isOfPage } from '../page/page-mark.js';
import { isDatabaseAway, isDiskFull, isReadOnly } from '../../database/driver-errors.js';

/** The body of every error answer. */
interface ErrorEnvelope {
  readonly http_status: number;
  readonly timestamp: string;
  readonly request_id: string;
  readonly errors: readonly (Fault | Omit<Fault, 'code'>)[];
}

/** @param hasCodes false under COMPAT: errors of the reference product have no code */
export function envelopeOf(
  status: number,
  faults: readonly Fault[],
  requestId: string,
  hasCodes: boolean,
): ErrorEnvelope {
  const errors = hasCodes ? faults : faults.map(({ context, message }) => ({ context, message }));
  return { http_status: status, timestamp: new Date().toISOString(), request_id: requestId, errors };
}

export interface Failure {
  readonly status: number;
  readonly faults: readonly Fault[];
  readonly headers: Readonly<Record<string, string>>;
  /** True if the message hides the cause from the client. */
  readonly internal: boolean;
}

const internalFault = fault(
  'server.internal',
  'server',
  'an internal error kept the service from answering; its log has the details under this request_id',
);

const diskFullFault = fault(
  'storage.full',
  'database',
  'the disk of the database is full; nothing of the request is kept',
);

/** An outage of the database usually ends within seconds: it restarts, or another server takes over. */
const retrySeconds = 5;

function unavailable(code: ErrorCode, reason: string): Failure {
  return {
    status: 503,
    faults: [fault(code, 'database', `${reason}; try again in ${retrySeconds} s`)],
    headers: { 'Retry-After': String(retrySeconds) },
    internal: true,
  };
}

/** Returns the status, headers and faults that the client receives for an error. */
function describeFailure(error: unknown): Failure {
  if (error instanceof AppError) {
    return { status: error.status, faults: capped(error.faults), headers: headersOf(error), internal: false };
  }
  if (isDatabaseAway(error)) return unavailable('database.unavailable', "the database can't be reached");
  if (isDiskFull(error)) return { status: 507, faults: [diskFullFault], headers: {}, internal: true };
  if (isReadOnly(error)) return unavailable('database.read_only', 'the database accepts no writes');
  return { status: 500, faults: [internalFault], headers: {}, internal: true };
}

/** Most faults in one answer. */
const maxFaults = 100;

function capped(faults: readonly Fault[]): readonly Fault[] {
  const more = faults.length - maxFaults;
  if (more <= 0) return faults;
  return [...faults.slice(0, maxFaults), fault('errors.omitted', 'errors', `${more} more are not named here`)];
}

function headersOf(error: AppError): Record<string, string> {
  if (error instanceof MethodNotAllowedError) return { Allow: error.methods.join(', ') };
  if (error.retryAfterSeconds === undefined) return {};
  const seconds = String(error.retryAfterSeconds);
  const policy = error instanceof TooManyRequestsError ? error.policy : undefined;
  if (policy === undefined) return { 'Retry-After': seconds };
  const [limit] = policy.split(';');
  return { 'Retry-After': seconds, 'RateLimit-Policy': policy, RateLimit: `${limit};r=0;t=${seconds}` };
}

/** Setting of the Express app: the value of `WWW-Authenticate`, {@link challengeOf} the deployment. */
export const CHALLENGE = 'challenge';

/** Setting of the Express app: whether errors have a `code`. */
export const HAS_ERROR_CODES = 'has error codes';

/** Lists every accepted scheme: bearer, and each keyword of signed requests. */
export function challengeOf(signatureKeywords: readonly string[]): string {
  return ['Bearer', ...signatureKeywords].map((scheme) => `${scheme} realm="graphward"`).join(', ');
}

/** Answers with the error envelope, unless the answer has begun. @param members further ones of the envelope */
export function sendError(response: Response, requestId: string, error: unknown, members: object | null = null): void {
  if (response.headersSent || response.writableEnded) return;
  const failure = describeFailure(error);
  response.statusCode = failure.status;
  response.removeHeader('ETag');
  for (const [name, value] of Object.entries(failure.headers)) response.setHeader(name, value);
  if (error instanceof UnauthenticatedError) response.setHeader('WWW-Authenticate', response.app.get(CHALLENGE));
  const hasCodes: boolean = response.app.get(HAS_ERROR_CODES) || isOfPage(response.req);
  const envelope = envelopeOf(failure.status, failure.faults, requestId, hasCodes);
  const isScim = isOfScim(response.req);
  const answer = isScim ? scimErrorOf(failure.status, failure.faults) : { ...envelope, ...members };
  const body = Buffer.from(JSON.stringify(answer));
  response.setHeader('Cache-Control', 'no-store');
  response.setHeader('Content-Type', isScim ? scimType : 'application/json; charset=utf-8');
  response.setHeader('Content-Length', body.length);
  response.end(response.req.method === 'HEAD' ? undefined : body);
}
