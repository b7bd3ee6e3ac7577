import { randomUUID } from 'node:crypto';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { LateBodyError } from '../base/errors.js';
import { runInScope } from '../base/request-scope.js';
import { Deadline } from './deadline.js';
import { readWait, type Wait, type WaitLimits } from './prefer.js';
import { securityHeaders } from './security-headers.js';
import { sendError } from './send-error.js';
import { requireWellFormed } from './well-formed.js';

/** Called when an exchange is over, whether the answer was complete or the client left. */
export type ExchangeListener = (request: Request, response: Response, complete: boolean) => void;

/**
 * First in line: gives each request its id, its deadline (`Prefer: wait`) and the scope by which its statements are cancelled.
 * Sets the security headers before any answer can be sent.
 * What is malformed, and a `Prefer` that can't be honoured, is refused here, before it is known whether the path exists.
 */
export function requestMiddleware(limits: WaitLimits, onEnd: ExchangeListener): RequestHandler {
  return (request: Request, response: Response, next: NextFunction) => {
    const id = randomUUID();
    for (const [name, value] of securityHeaders) response.setHeader(name, value);
    response.setHeader('X-Request-Id', id);
    const { wait, refusal } = tryAdmit(request, limits);
    const deadline = new Deadline(wait?.seconds, () => request.state.wireStream?.isArriving === true);
    request.state = { id, startedAt: performance.now(), deadline, inputs: [] };
    response.once('close', () => {
      deadline.end(response.writableFinished);
      onEnd(request, response, response.writableFinished);
      dropLateBody(request);
    });
    if (!wait) return sendError(response, id, refusal);
    if (wait.applied) response.setHeader('Preference-Applied', wait.applied);
    deadline.start((error) => {
      // The connection can't be used again before the rest of the body has come.
      if (error instanceof LateBodyError && !response.headersSent) response.setHeader('Connection', 'close');
      sendError(response, id, error);
    });
    runInScope({ requestId: id, signal: deadline.signal }, next);
  };
}

/** What the client still sends when it has its answer is thrown away, for a while: it may read the answer only then. */
const lateBodyMs = 60_000;

function dropLateBody(request: Request): void {
  if (request.complete || request.socket.destroyed) return;
  request.resume();
  const timer = setTimeout(() => request.socket.destroy(), lateBodyMs).unref();
  request.once('close', () => clearTimeout(timer));
}

function tryAdmit(request: Request, limits: WaitLimits): { wait?: Wait; refusal?: unknown } {
  try {
    requireWellFormed(request);
    const header = request.headers['prefer'];
    return { wait: readWait(Array.isArray(header) ? header.join(',') : header, limits) };
  } catch (refusal) {
    return { refusal };
  }
}
