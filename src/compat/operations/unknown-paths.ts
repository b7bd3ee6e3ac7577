import type { Request } from 'express';
import { type AppError, ForbiddenError, NotImplementedError } from '../../base/errors.js';
import type { Capabilities } from '../../base/catalogue/capabilities.js';
import { referenceOperations } from './reference-operations.js';
import { undocumentedOperations } from './undocumented-operations.js';

type OfRequest<Value> = (request: Pick<Request, 'method' | 'originalUrl'>) => Value;

const operationOf: OfRequest<string> = ({ method, originalUrl }) =>
  `${method === 'HEAD' ? 'GET' : method} ${originalUrl.split('?', 1)[0] ?? ''}`;

/** Returns a test whether a request asks for an operation of the reference product. */
export function isOperationOfReference(capabilities: Capabilities): OfRequest<boolean> {
  const hasEnterprise = capabilities.has('enterprise-operations');
  const names = [referenceOperations, undocumentedOperations].flatMap(({ both, enterprise }) =>
    hasEnterprise ? [...both, ...enterprise] : both,
  );
  // Matches as Express does: without case, with or without a trailing slash.
  const served = new RegExp(`^(?:${names.map((it) => it.replaceAll(/\{\w+\}/g, '[^/]+')).join('|')})/?$`, 'i');
  return (request) => served.test(operationOf(request));
}

/** Returns the error for a path of the reference product that has no route here; undefined: the path is unknown there too. */
type UnknownPath = (request: Request) => AppError | undefined;

/**
 * Answers 501 for an operation of the reference product without a route here: programs interpret 404 as "nothing found". It is called only
 * if no route matches, so every route counts as implemented. Operations of another edition stay unknown.
 */
export function unknownPathOf(capabilities: Capabilities): UnknownPath {
  const isOfReference = isOperationOfReference(capabilities);
  return (request) => {
    const { state } = request;
    const operation = operationOf(request);
    if (!isOfReference(request)) return undefined;
    // Only routes verify credentials, so this route exists and is hidden from accounts.
    if (state.principalName !== undefined)
      return new ForbiddenError('only collection clients may call this operation; sign with the token of a client');
    return new NotImplementedError(
      `${operation} is not implemented in this service and edition; this does not mean that there is no data`,
    );
  };
}
