import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException } from '@nestjs/common';
import type { Request, Response } from 'express';
import { AppError, InvalidInputError, NotFoundError, UnauthenticatedError } from '../../base/errors.js';
import { RequestBody } from '../body/request-body.js';
import { ClientGoneError } from '../request/deadline.js';
import { rateLimitKeyOf } from '../limits/rate-limit.guards.js';
import { RateLimits } from '../limits/rate-limits.js';
import { sendError } from './send-error.js';

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
      await this.limits.anonymous(rateLimitKeyOf(request));
      return error;
    } catch (refusal) {
      return refusal;
    }
  }
}

async function answer(request: Request, response: Response, error: unknown): Promise<void> {
  const visibleError =
    request.state.bodyVerifier && !response.headersSent ? await errorAfterVerification(request, error) : error;
  if (!(visibleError instanceof ClientGoneError)) request.state.logDetail ??= detailFor(visibleError);
  sendError(response, request.state.id, translate(visibleError, request));
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
  if (status === 404) return request.state.explainUnknownPath?.(request) ?? unknownPath(request);
  if (status < 500) return InvalidInputError.at('path.malformed', 'path', error.message);
  return error;
}

/** Routes of another edition have the same answer, so that callers cannot distinguish the two. */
function unknownPath(request: Request): NotFoundError {
  return new NotFoundError('path', `there is no ${request.method} ${request.path}`, 'path.unknown');
}

/** The part of an error that only the log contains: the reason of a refused login, or an internal failure. */
function detailFor(error: unknown): unknown {
  if (error instanceof UnauthenticatedError) return error.detail;
  return error instanceof AppError || error instanceof HttpException ? undefined : error;
}
