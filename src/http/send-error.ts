import type { Response } from 'express';
import { UnauthenticatedError } from '../base/errors.js';
import { describeFailure, envelopeOf } from './error-envelope.js';

/** Setting of the Express app: the value of `WWW-Authenticate`, {@link challengeOf} the deployment. */
export const CHALLENGE = 'challenge';

/** Setting of the Express app: whether errors have a `code`. */
export const HAS_ERROR_CODES = 'has error codes';

/** Names every scheme that is accepted: bearer, and each keyword of signed requests. */
export function challengeOf(signatureKeywords: readonly string[]): string {
  return ['Bearer', ...signatureKeywords].map((scheme) => `${scheme} realm="graphward"`).join(', ');
}

/** Answers with the error envelope, once: a response that has begun is left alone. */
export function sendError(response: Response, requestId: string, error: unknown): void {
  if (response.headersSent || response.writableEnded) return;
  const failure = describeFailure(error);
  response.statusCode = failure.status;
  for (const [name, value] of Object.entries(failure.headers)) response.setHeader(name, value);
  if (error instanceof UnauthenticatedError) response.setHeader('WWW-Authenticate', response.app.get(CHALLENGE));
  const hasCodes: boolean = response.app.get(HAS_ERROR_CODES);
  const body = Buffer.from(JSON.stringify(envelopeOf(failure.status, failure.faults, requestId, hasCodes)));
  response.setHeader('Cache-Control', 'no-store');
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  response.setHeader('Content-Length', body.length);
  response.end(response.req.method === 'HEAD' ? undefined : body);
}
