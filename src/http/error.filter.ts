import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException } from '@nestjs/common';
import type { Request, Response } from 'express';
import { AppError, InvalidInputError, NotFoundError } from '../common/errors.js';
import { ClientGoneError } from './deadline.js';
import { sendError } from './send-error.js';

/** The one place where errors of the inside become HTTP. */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const request = http.getRequest<Request>();
    const response = http.getResponse<Response>();
    if (!(error instanceof ClientGoneError)) request.state.logDetail ??= detailFor(error);
    sendError(response, request.state.id, translate(error, request));
  }
}

/** Nest itself throws for what never reaches a handler: an unknown path, a path that can't be decoded. */
function translate(error: unknown, request: Request): unknown {
  if (!(error instanceof HttpException)) return error;
  const status = error.getStatus();
  if (status === 404) return unknownPath(request);
  if (status < 500) return InvalidInputError.at('path', error.message);
  return error;
}

/** Also what a route that this edition does not have answers, so that the two can't be told apart. */
function unknownPath(request: Request): NotFoundError {
  return new NotFoundError('path', `there is no ${request.method} ${request.path}`);
}

function detailFor(error: unknown): unknown {
  if (error instanceof AppError) return 'detail' in error ? error.detail : undefined;
  return error instanceof HttpException ? undefined : error;
}
