import type { Request } from 'express';
import { type AppError, ForbiddenError, NotImplementedError } from '../../base/errors.js';
import { referenceOperations } from './reference-operations.js';

/** As Express matches: in any case, with or without a slash at the end. */
const isReferenceOperation = new RegExp(
  `^(?:${referenceOperations.map((it) => it.replaceAll(/\{\w+\}/g, '[^/]+')).join('|')})/?$`,
  'i',
);

/**
 * Programs read 404 as "nothing found", so an operation of the reference product must not answer it because it is not implemented.
 * Called only if no route answers, so whatever the router has counts as implemented.
 */
export function explainUnknownPath(request: Request): AppError | undefined {
  const path = request.originalUrl.split('?', 1)[0] ?? '';
  const method = request.method === 'HEAD' ? 'GET' : request.method;
  const operation = `${method} ${path}`;
  if (!isReferenceOperation.test(operation)) return undefined;
  // Only routes check credentials, so there is one, and it is hidden from accounts.
  if (request.state.principalName !== undefined) {
    return new ForbiddenError('only collection clients may call this operation; sign with the token of a client');
  }
  return new NotImplementedError(
    `${operation} is not implemented in this service and edition; this does not mean that there is no data`,
  );
}
