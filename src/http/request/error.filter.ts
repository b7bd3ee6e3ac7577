import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException } from '@nestjs/common';
import type { Request, Response } from 'express';
import {
  AppError,
  InvalidInputError,
  MethodNotAllowedError,
  NoPathError,
  NotFoundError,
  ProviderUnavailableError,
  UnauthenticatedError,
  UnreadableSecretError,
} from '../../base/errors.js';
import { NotModified } from '../conditional/conditional.guard.js';
import { RequestBody } from '../body/request-body.js';
import { ClientGoneError } from './deadline.js';
import { hasWaitingRequests } from './request-turns.js';
import { RateLimits } from '../limits/rate-limits.js';
import { basisMembers, readBasis } from '../notes/graph-notes.js';
import { KNOWN_ROUTES, type KnownRoutes } from '../errors/known-routes.js';
import { sendError } from '../errors/send-error.js';

/**
 * Converts errors to HTTP answers. If the signature of the caller is not verified yet, the filter first reads the body and verifies it:
 * a caller that knows only a token id must not learn whether a resource exists.
 */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  constructor(private readonly limits: RateLimits) {}

  async catch(error: unknown, host: ArgumentsHost): Promise<void> {
    const http = host.switchToHttp();
    const request = http.getRequest<Request>();
    if (error instanceof NotModified) {
      sendNotModified(http.getResponse<Response>());
      return;
    }
    try {
      await answer(request, http.getResponse<Response>(), await this.counted(request, error));
    } catch (failure) {
      // Nest does not await filters: nothing would catch an error of this one, and the client would wait forever.
      request.socket.destroy();
      request.state.logDetail ??= failure;
    }
  }

  /**
   * Counts a call to an unknown path against its address, because the guards that count do not run for it.
   * @returns the error to answer
   */
  private async counted(request: Request, error: unknown): Promise<unknown> {
    const isCounted = request.state.principalName !== undefined;
    if (isCounted || !(error instanceof HttpException) || error.getStatus() >= 500) return error;
    try {
      await this.limits.anonymous(request);
      return error;
    } catch (refusal) {
      return refusal;
    }
  }
}

function sendNotModified(response: Response): void {
  response.statusCode = 304;
  response.setHeader('Cache-Control', 'no-store');
  response.end();
}

async function answer(request: Request, response: Response, error: unknown): Promise<void> {
  const visibleError =
    request.state.bodyVerifier && !response.headersSent ? await errorAfterVerification(request, error) : error;
  if (!(visibleError instanceof ClientGoneError)) request.state.logDetail ??= detailFor(visibleError);
  const translated = translate(visibleError, request);
  // The others would be refused too.
  if (translated instanceof AppError && translated.status === 429 && hasWaitingRequests(request.socket))
    response.setHeader('Connection', 'close');
  const basis = visibleError instanceof NoPathError ? await readBasis(response).catch(() => undefined) : undefined;
  const members = basisMembers(request, basis);
  sendError(response, request.state.id, translated, members);
}

/** Returns the error, or the error of a wrong signature in its place. */
async function errorAfterVerification(request: Request, error: unknown): Promise<unknown> {
  try {
    await RequestBody.of(request).drainAndVerify();
    return error;
  } catch (refusal) {
    return refusal;
  }
}

/** Converts Nest's own errors: an unknown path, or a path that cannot be decoded. */
function translate(error: unknown, request: Request): unknown {
  if (!(error instanceof HttpException)) return error;
  const status = error.getStatus();
  if (status === 404) return request.state.explainUnknownPath?.(request) ?? withoutRoute(request);
  if (status < 500) return InvalidInputError.at('path.malformed', 'path', error.message);
  return error;
}

/** Routes of another edition, and routes that are hidden from the caller, have the answer of an unknown path. */
function withoutRoute({ app, method, path, route, originalUrl }: Request): AppError {
  const routes: KnownRoutes | undefined = app.get(KNOWN_ROUTES);
  const methods = routes?.methodsOf(path) ?? [];
  // COMPAT may have converted the path.
  const message = `there is no ${method} ${originalUrl.split('?', 1)[0]}`;
  // A guard refuses a route that is hidden.
  const isHidden = route !== undefined;
  if (methods.length > 0 && !isHidden)
    return new MethodNotAllowedError(`${message}; the path takes ${methods.join(', ')}`, methods);
  const closest = methods.length > 0 ? undefined : routes?.closestTo(path);
  return new NotFoundError('path', closest ? `${message}; did you mean ${closest}?` : message, 'path.unknown');
}

/** The part of an error that only the log contains: the reason of a refused login, or an internal failure. */
function detailFor(error: unknown): unknown {
  if (error instanceof UnauthenticatedError || error instanceof UnreadableSecretError) return error.detail;
  if (error instanceof ProviderUnavailableError) return error.detail;
  return error instanceof AppError || error instanceof HttpException ? undefined : error;
}
