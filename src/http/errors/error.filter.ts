import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException } from '@nestjs/common';
import type { Request, Response } from 'express';
import { AppError, InvalidInputError, NotFoundError, UnauthenticatedError } from '../../base/errors.js';
import { RequestBody } from '../body/request-body.js';
import { ClientGoneError } from '../request/deadline.js';
import { addressOf } from '../limits/rate-limit.guards.js';
import { RateLimits } from '../limits/rate-limits.js';
import { sendError } from './send-error.js';

/**
 * The one place where errors of the inside become HTTP. Whoever is still to be proven by the body is told of none before it has come:
 * what was wrong, or whether a thing exists, is nothing for somebody who only knows a token id.
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
      // Nest does not wait for filters: what is thrown here nobody would catch, and the client would wait for its answer.
      request.socket.destroy();
      request.state.logDetail ??= failure;
    }
  }

  /**
   * Calls that reach no handler pass none of the guards that count: here they count against their address.
   * @returns the error to answer
   */
  private async counted(request: Request, error: unknown): Promise<unknown> {
    const isCounted = request.state.principalName !== undefined;
    if (isCounted || !(error instanceof HttpException) || error.getStatus() >= 500) return error;
    try {
      await this.limits.anonymous(addressOf(request));
      return error;
    } catch (refusal) {
      return refusal;
    }
  }
}

async function answer(request: Request, response: Response, error: unknown): Promise<void> {
  const told = request.state.bodyProof && !response.headersSent ? await onceProven(request, error) : error;
  if (!(told instanceof ClientGoneError)) request.state.logDetail ??= detailFor(told);
  sendError(response, request.state.id, translate(told, request));
}

/** The error itself, or the one that shows that it is not for who asks. */
async function onceProven(request: Request, error: unknown): Promise<unknown> {
  try {
    await RequestBody.of(request).prove();
    return error;
  } catch (refusal) {
    return refusal;
  }
}

/** Nest itself throws for what never reaches a handler: an unknown path, a path that can't be decoded. */
function translate(error: unknown, request: Request): unknown {
  if (!(error instanceof HttpException)) return error;
  const status = error.getStatus();
  if (status === 404) return request.state.explainUnknownPath?.(request) ?? unknownPath(request);
  if (status < 500) return InvalidInputError.at('path.malformed', 'path', error.message);
  return error;
}

/** Also what a route that this edition does not have answers, so that the two can't be told apart. */
function unknownPath(request: Request): NotFoundError {
  return new NotFoundError('path', `there is no ${request.method} ${request.path}`, 'path.unknown');
}

/** What the log has of it, and the client not: why credentials were refused, or what failed inside. */
function detailFor(error: unknown): unknown {
  if (error instanceof UnauthenticatedError) return error.detail;
  return error instanceof AppError || error instanceof HttpException ? undefined : error;
}
